/* Format: draft-ietf-opsawg-pcap, with times in microseconds. Numbers are written in little-endian order. */
#include "capture.h"

#include <errno.h>
#include <string.h>

#include "failure.h"

enum { LINK_TYPE = 195, VERSION_MAJOR = 2, VERSION_MINOR = 4 };

static void put(FILE *file, uint32_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        putc((int)(number >> 8 * i & 0xff), file);
}

FILE *capture_open(const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        fail(STATUS_FILE, "cannot write %s: %s", path, strerror(errno));
    put(file, 0xa1b2c3d4, 4);
    put(file, VERSION_MAJOR, 2);
    put(file, VERSION_MINOR, 2);
    put(file, 0, 4); /* of the time zone */
    put(file, 0, 4); /* accuracy of times */
    put(file, FRAME_MAX, 4);
    put(file, LINK_TYPE, 4);
    return file;
}

void capture_write(FILE *capture, const struct radio_frame *frame, uint64_t nanoseconds)
{
    put(capture, (uint32_t)(nanoseconds / 1000000000), 4);
    put(capture, (uint32_t)(nanoseconds % 1000000000 / 1000), 4);
    put(capture, frame->bytes, 4);
    put(capture, frame->bytes, 4);
    fwrite(frame->octets, frame->bytes, 1, capture);
}

void capture_close(FILE *capture)
{
    int failed = ferror(capture);
    if (fclose(capture) != 0 || failed)
        fail(STATUS_FILE, "cannot write the capture: %s", strerror(errno));
}
