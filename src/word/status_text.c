/* A line of English for each status: the comments of motecurve/status.h. Nothing else refers to it, so that images that
 * do not call it have none of the texts. */
#include "motecurve/status.h"

static const char *const texts[] = {
    [MC_OK] = "done",
    [MC_ERROR_LENGTH] = "an encoding is shorter or longer than its curve demands",
    [MC_ERROR_ENCODING] = "an encoding starts with, or contains, a byte that its form does not have there",
    [MC_ERROR_COORDINATE_RANGE] = "a coordinate is not a reduced field element",
    [MC_ERROR_INFINITY] = "the point at infinity where a proper point is needed",
    [MC_ERROR_NOT_ON_CURVE] = "no point of the curve has these coordinates, or this x",
    [MC_ERROR_SUBGROUP] = "the point is outside the subgroup of prime order",
    [MC_ERROR_SCALAR_ZERO] = "a private key, scalar or half of a signature is zero",
    [MC_ERROR_SCALAR_RANGE] = "a private key, scalar or half of a signature lies outside its range",
    [MC_ERROR_SHARED_INFINITY] = "key agreement arrived at the point at infinity",
    [MC_ERROR_RANDOM] = "the caller's random source failed, or repeats itself",
    [MC_ERROR_DIGEST_LENGTH] = "a digest of a length that the call does not take",
    [MC_ERROR_SIGNATURE] = "the signature is not valid for this digest and key",
    [MC_ERROR_UNSUPPORTED] = "the curve or algorithm is not part of this build",
    [MC_ERROR_TRAILING] = "bytes follow the end of an encoding",
    [MC_ERROR_NOT_MINIMAL] = "a DER length or integer has more bytes than it needs",
    [MC_ERROR_Y_BIT] = "the bit of y, on Edwards curves of x, in an encoding contradicts the coordinates",
    [MC_ERROR_FAULT] = "a result that the library checked is not right: a fault, or a key of another pair",
    [MC_BUSY] = "no error: a task has paused and goes on with its next step",
    [MC_ERROR_STACK] = "the stack of a task is too small",
    [MC_ERROR_REENTERED] = "a task was stepped from within its own step",
    [MC_ERROR_ABANDONED] = "the task was abandoned before its end",
    [MC_ERROR_CONTEXT_LENGTH] = "a context string of a length that the call does not take",
    [MC_ERROR_READER] = "the caller's reader of a message failed",
    [MC_ERROR_CERTIFICATE] = "a certificate does not give the key that its receiver or its issuer has",
    [MC_ERROR_MAC] = "the ciphertext or its tag was changed, or the key is another",
    [MC_ERROR_MESSAGE_LENGTH] = "a message longer than the call takes",
    [MC_ERROR_OVERLAP] = "buffers overlap that must lie apart (motecurve/api.h); nothing has been written",
    [MC_ERROR_HIGH_S] = "the second half of a signature is above n/2, which strict verification refuses",
    [MC_ERROR_PEM] = "the text is not one key in PEM, or its base64 is damaged",
    [MC_ERROR_KEY_KIND] = "a key file holds another kind of key than was asked for, or none",
    [MC_ERROR_CURVE_NOT_NAMED] = "a key file gives its curve by all parameters, or not at all, and not by name",
    [MC_ERROR_ENCRYPTED] = "a private key is encrypted, and the call takes no passphrase",
    [MC_ERROR_KEY_PAIR] = "the public key beside a private key is not its own",
};

const char *mc_status_text(mc_status status)
{
    return (unsigned)status < sizeof texts / sizeof *texts ? texts[status] : "no status of this version of the library";
}
