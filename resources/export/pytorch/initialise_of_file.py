def initialise(network):
    network.load_state_dict(read_tensors(WEIGHTS))  # the run began with weights made by hand: those of the file
