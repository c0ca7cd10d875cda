"""Constants of the groups with pairings of curves/pairings.json, of GLS254 and of FourQ. Inside: `constants`, which
writes initialisers, and a module for each family. It uses codegen, and only the generator of all files uses it."""
