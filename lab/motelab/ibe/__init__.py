"""Identity-based cryptography on files. The schemes are the C library's, by motecurve.ibe; here are the files, the
dates and the groups.

groups: those there are, how hard their logarithms are, the library of each. documents: master secrets, keys, parameters
and shares as PEM. dates: of identities. options: what the commands share.

Uses keys, library, subjects, common. Start at documents."""
