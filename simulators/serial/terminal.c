#define _GNU_SOURCE /* pseudo-terminals, cfmakeraw */
#include "terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "failure.h"

int terminal_open(void)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        fail(STATUS_FILE, "no pseudo-terminal");
    /* The other side stays open, so that it outlives its users. */
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    struct termios mode;
    if (other < 0 || tcgetattr(other, &mode))
        fail(STATUS_FILE, "the pseudo-terminal cannot be set up");
    cfmakeraw(&mode);
    tcsetattr(other, TCSANOW, &mode);
    printf("%s\n", ptsname(terminal));
    fflush(stdout);
    return terminal;
}

void terminal_put(int terminal, uint8_t byte)
{
    if (write(terminal, &byte, 1) != 1)
        fail(STATUS_FILE, "the terminal takes no bytes");
}

static int is_readable(int file)
{
    struct pollfd polled = {file, POLLIN, 0};
    return poll(&polled, 1, 0) > 0;
}

int terminal_take(int terminal, uint8_t *byte)
{
    return is_readable(terminal) && read(terminal, byte, 1) == 1;
}

enum wish terminal_wish(void)
{
    uint8_t byte;
    if (!is_readable(STDIN_FILENO))
        return GO_ON;
    if (read(STDIN_FILENO, &byte, 1) != 1)
        return END;
    return byte == 'R' ? RESET : GO_ON;
}
