"""Other people's implementations on the bench: manifests and adapters (implementations/), never their code."""
