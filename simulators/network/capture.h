/* Captures of frames as files that Wireshark opens: pcap, link type 195 (IEEE 802.15.4 with check sequence). */
#ifndef MC_NETWORK_CAPTURE_H
#define MC_NETWORK_CAPTURE_H

#include <stdio.h>

#include "frame.h"

/* Fails with STATUS_FILE if the file cannot be written. */
FILE *capture_open(const char *path);
void capture_write(FILE *capture, const struct radio_frame *frame, uint64_t nanoseconds);
void capture_close(FILE *capture);

#endif
