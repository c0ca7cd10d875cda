/* Standard signatures: four side by side where the processor can, else one after the other. */
#include "curve/binary/fb_wide.h"
#include "protocol/batch/batch.h"

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

static void verify_one_by_one(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                              const MC_FLASH EC(curve) *curve)
{
    EC(batch_decode)(batch, results, signatures, count, BATCH_STANDARD, curve);
    EC(batch_tables_var)(batch, 0, curve);
    EC(batch_verify_each)(batch, 0, batch->count, 0, curve);
}

#if BATCH_HAS_WIDE

#include "protocol/batch/batch_wide.h"

typedef void verify_function(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                             const MC_FLASH EC(curve) *curve);

MC_BIND(EC(batch_verify_standard), verify_function, MC_HAS_WIDE, verify_vpclmul_var, verify_one_by_one,
        (EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
         const MC_FLASH EC(curve) *curve),
        (batch, results, signatures, count, curve))

#else

void EC(batch_verify_standard)(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                               const MC_FLASH EC(curve) *curve)
{
    verify_one_by_one(batch, results, signatures, count, curve);
}

#endif

mc_status EC(ecdsa_verify_batch)(mc_status *results, void *memory, const mc_signed_digest *signatures,
                                 size_t memory_bytes, size_t count, const MC_FLASH EC(curve) *curve)
{
    EC(batch) *batch;
    mc_status status = EC(batch_in)(&batch, memory, memory_bytes, results, signatures, count, curve);
    if (status != MC_OK)
        return status;
    for (size_t done = 0; done < count; done += MC_BATCH_AT_ONCE) {
        const size_t some = count - done < MC_BATCH_AT_ONCE ? count - done : MC_BATCH_AT_ONCE;
        EC(batch_verify_standard)(batch, results + done, signatures + done, some, curve);
    }
    return mc_batch_status(results, count);
}

#endif
