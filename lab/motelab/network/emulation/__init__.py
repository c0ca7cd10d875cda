"""Small networks of motes that run the firmware that would be shipped, on simulated processors, with a radio channel.

topology: who hears whom. image: the firmware of a scheme for a board. simulator: the program of simulators/network.
emulation: one network from its start to its keys. rows: what is reported of each mote, and its energy.

Uses boards, measure, library, ibe, common. Start at emulation."""
