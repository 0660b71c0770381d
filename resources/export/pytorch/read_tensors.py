# --- The data ---


def read_tensors(path):
    """A safetensors file: the length of the header, the header as JSON, the numbers."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    types, found = {"F32": np.float32, "I64": np.int64}, {}
    for name, t in json.loads(raw[8:start]).items():
        if name != "__metadata__":
            values = np.frombuffer(raw[start + t["data_offsets"][0]:start + t["data_offsets"][1]], types[t["dtype"]])
            found[name] = torch.from_numpy(values.reshape(t["shape"]).copy())
    return found
