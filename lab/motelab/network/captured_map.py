"""Maps of simulated networks in which some nodes are captured."""

from typing import Any

from motelab.network.simulation import run

SIDE = 10  # nodes of a side of the grid
CAPTURED, SEED = 3, 1
SCHEMES = ("global", "ecqv")  # one that falls with a node, and one that does not


def grid(scheme: str) -> dict[str, Any]:
    """A grid after its nodes have agreed on keys: its title, the places of nodes, links by kind, the captured nodes,
    and the command that counts the links."""
    request = run.Request(nodes=SIDE * SIDE, scheme=scheme, captured=CAPTURED, seed=SEED)
    _, motes, _ = run.run(request)
    opened = set(run.compromised(request, run.scheme_of(request), motes))
    keyed = [link for link in run.keyed_links(motes) if link not in opened]
    return {
        "title": f"{scheme}: {CAPTURED} of {request.nodes} nodes captured",
        "places": [(node % SIDE, node // SIDE) for node in range(request.nodes)],
        "links": {"keyed": keyed, "open to the attacker": sorted(opened)},
        "captured": sorted(run.captured_nodes(request)),
        "command": run.command_for(request),
    }
