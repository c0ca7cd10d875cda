"""Networks of motes that agree on keys with their neighbours. The engine and the schemes are the C library's
(src/network); here is what surrounds them.

parameters: the engine's numbers, of its C header. provision: what a node's store holds, for every scheme.
radios: currents of radios.toml.
identities: the authority of sok and ibe, and their part of it.

Uses ibe, library, boards, measure, common. Start at provision."""
