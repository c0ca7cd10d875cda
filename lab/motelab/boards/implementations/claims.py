"""What the documentation of somebody else's code says about an attacker with a glitch or a probe."""

CLAIMED, DISCLAIMED = "claimed", "disclaimed"
CLAIMS = (CLAIMED, DISCLAIMED)  # values of resists_faults and resists_probes in manifests
NEVER_CLAIMED = "never claimed"  # of a manifest without the key
