"""Networks of several readers: their rows in the weights, and how new ones begin."""

import torch

from networks import ReaderNorm


def reader_parameters(network):
    """The weights with a row for each reader, by name."""
    norms = {f"{name}.{part}" for name, module in network.named_modules() if isinstance(module, ReaderNorm) for part in ("weight", "bias")}
    return {name: values for name, values in network.named_parameters() if name in norms or name == "reader"}


@torch.no_grad()
def for_readers(network, known, wanted):
    """A copy of a network that knows readers by these names, for other ones: a new reader begins as the first."""
    rows = [known.index(name) if name in known else 0 for name in wanted]
    other = type(network)(**network.options | {"readers": len(wanted)})
    weights = network.state_dict()
    for name in reader_parameters(network):
        weights[name] = weights[name][rows]
    other.load_state_dict(weights)
    return other


def names_of(statistics):
    """The names of the readers of a checkpoint, in the order of their rows."""
    return [reader["name"] for reader in statistics["readers"]]


class Rows:
    """Trains the rows of some readers, and nothing else of a network. `fixed`: the numbers of the others; `prefixes`: of the weights' names."""

    def __init__(self, network, fixed, prefixes=("",)):
        every = reader_parameters(network)
        self.fixed = fixed
        self.parameters = {name: values for name, values in every.items() if name.startswith(tuple(prefixes))}
        for values in network.parameters():
            values.requires_grad_(False)
        for values in self.parameters.values():
            values.requires_grad_(True)

    def keep_fixed(self):
        """Leaves the fixed readers out of the next step."""
        for values in self.parameters.values():
            if values.grad is not None:
                values.grad[self.fixed] = 0
