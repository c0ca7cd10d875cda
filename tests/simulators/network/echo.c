/* A firmware that tests the medium. Settings: own address (2), address to send to (2; none: all ones), flags, number of
 * frames to send, octets of each, delay in ticks of 1/32768 s before each (2), least octet first. With FLAG_BUSY it
 * reads no frame for half a second; with FLAG_SLEEPS its radio is off for so long, and with FLAG_HURRIES it would
 * listen before its oscillator runs. Each frame asks for an acknowledgement unless it is a broadcast. The store keeps
 * at 0 how often the mote was switched on. A frame that comes is reported as a message of its sender; a frame sent is
 * reported as keyed with its receiver. */
#include "mailbox.h"

enum { BUSY_TICKS = 32768 / 2, START_TICKS = 49 };
enum { PAN = 0x4d43, NOBODY = 0xffff, FLAG_BROADCAST = 1, FLAG_RETRY = 2, FLAG_FAIL = 4, FLAG_BUSY = 8 };
enum { FLAG_SLEEPS = 16, FLAG_HURRIES = 32 };

static uint8_t settings[9], frame[MAILBOX_FRAME_BYTES];
static uint16_t own, peer, delay;
static uint8_t left, sequence;

static uint16_t number(const uint8_t *octets)
{
    return (uint16_t)(octets[0] | octets[1] << 8);
}

static void put(uint8_t *octets, uint16_t value)
{
    octets[0] = (uint8_t)value;
    octets[1] = (uint8_t)(value >> 8);
}

static void send(void)
{
    uint8_t bytes = settings[6];
    frame[0] = settings[4] & FLAG_BROADCAST ? 0x41 : 0x61;
    frame[1] = 0x88;
    frame[2] = sequence;
    put(frame + 3, PAN);
    put(frame + 5, settings[4] & FLAG_BROADCAST ? 0xffff : peer);
    put(frame + 7, own);
    for (uint8_t i = 9; i < bytes; i++)
        frame[i] = (uint8_t)(i + sequence);
    mailbox_send(frame, bytes);
}

static void ended(uint8_t outcome)
{
    if (outcome != MAILBOX_SENT && settings[4] & FLAG_RETRY) {
        uint8_t pause;
        mailbox_random(&pause, 1);
        mailbox_sleep(1 + pause / 4);
        send();
        return;
    }
    if (outcome == MAILBOX_SENT && peer != NOBODY)
        mailbox_report(MAILBOX_KEYED, peer);
    sequence++;
    left--;
}

static void begin(void)
{
    uint8_t starts;
    mailbox_settings(settings, sizeof settings);
    own = number(settings);
    peer = number(settings + 2);
    left = settings[5];
    delay = number(settings + 7);
    mailbox_address(own, PAN);
    mailbox_store_read(0, &starts, 1);
    starts++;
    mailbox_store_write(0, &starts, 1);
    sequence = (uint8_t)(starts << 4);
    if (settings[4] & FLAG_FAIL)
        mailbox_fail("asked to fail");
    if (settings[4] & (FLAG_SLEEPS | FLAG_HURRIES))
        mailbox_radio(MAILBOX_RADIO_OFF);
    if (settings[4] & FLAG_SLEEPS) {
        mailbox_sleep(BUSY_TICKS);
        mailbox_radio(MAILBOX_RADIO_IDLE);
        mailbox_sleep(START_TICKS);
    }
    if (settings[4] & FLAG_HURRIES)
        mailbox_radio(MAILBOX_RADIO_IDLE);
    if (settings[4] & (FLAG_SLEEPS | FLAG_HURRIES))
        mailbox_radio(MAILBOX_RADIO_LISTENS);
    while (settings[4] & FLAG_BUSY && mailbox_time() < BUSY_TICKS)
        ;
}

int main(void)
{
    begin();
    uint32_t due = mailbox_time() + delay;
    uint8_t is_sending = 0;
    for (;;) {
        uint8_t status = mailbox_status();
        if (status & MAILBOX_HAS_FRAME) {
            mailbox_frame(frame);
            mailbox_report(MAILBOX_MESSAGE, number(frame + 7));
        }
        if (status & MAILBOX_HAS_OUTCOME) {
            uint8_t before = left;
            ended(mailbox_outcome());
            is_sending = left == before;
            due = mailbox_time() + delay;
        }
        uint32_t wait = due - mailbox_time();
        if (left != 0 && !is_sending && (wait == 0 || wait > 0x7fffffff)) {
            send();
            is_sending = 1;
        } else {
            mailbox_sleep(left == 0 || is_sending ? UINT32_MAX : wait);
        }
    }
}
