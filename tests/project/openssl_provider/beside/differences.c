/* The differences from OpenSSL 3.0's default provider that are kept. The page docs/use/openssl-provider.md has each
 * title, with its reason. */
#include "world.h"

static int we_refuse(const outcome *ours, const outcome *theirs)
{
    return ours->value <= 0 && theirs->value == 1;
}

static int both_do(const outcome *ours, const outcome *theirs)
{
    return ours->value == 1 && theirs->value == 1;
}

static int always(const outcome *ours, const outcome *theirs)
{
    (void)ours, (void)theirs;
    return 1;
}

static int they_do(const outcome *ours, const outcome *theirs)
{
    (void)ours;
    return theirs->value == 1;
}

static int both_refuse(const outcome *ours, const outcome *theirs)
{
    return ours->value <= 0 && theirs->value <= 0;
}

const known_difference known_differences[DIFFERENCES] = {
    [PRIVATE_ALONE] = {"A private key alone gets its public key", both_do},
    [PUBLIC_OF_ANOTHER] = {"A public key that does not belong to the private key is refused", we_refuse},
    [NOT_IN_SUBGROUP] = {"Infinity, and a point outside the subgroup, is refused", we_refuse},
    [LATER_CURVE] = {"The curve that was named last counts", they_do},
    [FORM_OF_GENERATED] = {"The form of points counts for the key that is generated", both_do},
    [EMPTY_DIGEST] = {"A digest of no bytes is refused", we_refuse},
    [EXTENDABLE_DIGEST] = {"SHAKE128 and SHAKE256 are refused", we_refuse},
    [PLAIN_SEC1] = {"SEC 1 in DER is refused where encryption is asked for", we_refuse},
    [CHANGED_DIGEST] = {"The digest of a message that has begun stays", always},
    [ALL_OR_NONE] = {"A call that fails changes nothing", both_refuse},
};
