"""Networks of several readers: their rows in the weights, and how new ones begin."""

import torch

from networks import ReaderNorm


def reader_parameters(network):
    """The weights with a row for each reader, by name."""
    norms = {f"{name}.{part}" for name, module in network.named_modules() if isinstance(module, ReaderNorm) for part in ("weight", "bias")}
    return {name: values for name, values in network.named_parameters() if name in norms or name == "reader"}


@torch.no_grad()
def with_readers(network, count):
    """A copy of a network for `count` readers; new ones begin as the first."""
    known = network.options["readers"]
    if count == known:
        return network
    wider = type(network)(**network.options | {"readers": count})
    rows = reader_parameters(wider)
    weights = network.state_dict()
    for name in rows:
        weights[name] = torch.cat([weights[name], weights[name][:1].expand(count - known, -1)])
    wider.load_state_dict(weights)
    return wider


class Rows:
    """Trains the rows of the readers after the first, and nothing else of a network."""

    def __init__(self, network, prefixes=("",)):
        every = reader_parameters(network)
        self.parameters = {name: values for name, values in every.items() if name.startswith(tuple(prefixes))}
        for values in network.parameters():
            values.requires_grad_(False)
        for values in self.parameters.values():
            values.requires_grad_(True)

    def keep_first(self):
        """Leaves the first reader out of the next step."""
        for values in self.parameters.values():
            if values.grad is not None:
                values.grad[0] = 0
