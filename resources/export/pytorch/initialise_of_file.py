def initialise(network):
    network.load_state_dict(read_tensors(FIRST))  # weights made by hand, with which the run began
