# --- Texts ---


def metadata():
    raw = WEIGHTS.read_bytes()
    return json.loads(raw[8:8 + int.from_bytes(raw[:8], "little")])["__metadata__"]


def tokens_of(text):
    """The first LENGTH words as numbers, as Keras' TextVectorization makes them: 0 is padding, 1 every unknown word."""
    words = [word for word in metadata()["vocabulary"].split("\n") if word]
    numbers = {word: number for number, word in enumerate(words, 2)}
    plain = "".join(c for c in text if c not in string.punctuation)
    lowered = "".join(c.lower() if c in string.ascii_uppercase else c for c in plain)
    tokens = [numbers.get(word, 1) for word in re.split("[ \t\n\v\f\r]+", lowered) if word][:LENGTH]
    return tokens + [0] * ((1 if MASK_PADDING else LENGTH) - len(tokens))


def ask(network, text):
    """The probability of each class, by its name."""
    network.eval()
    with torch.no_grad():
        logits = network(torch.tensor([tokens_of(text)]), None)[0]
    shares = torch.cat([-logits, logits]).sigmoid() if len(logits) == 1 else logits.softmax(0)
    names = [name for name in metadata().get("classes", "").split("\n") if name]
    return {names[k] if k < len(names) else str(k): share for k, share in enumerate(shares.tolist())}
