"""What the statements in the comments of kernels mean, in mathematics and without reference to any code: a module and a
table for each kind of statement."""
