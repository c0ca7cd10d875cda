"""do255e, which the library lacks, and FourQ with the keys of FourQlib, in integers of Python: the known answers of
others' code on the open bench come from here."""
