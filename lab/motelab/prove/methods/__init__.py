"""Methods of proof: a module for each kind of statement."""
