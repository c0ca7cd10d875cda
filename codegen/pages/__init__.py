"""Pages and pictures of docs/ that are made from the sources."""
