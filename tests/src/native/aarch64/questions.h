/* Questions on standard input, a line each, and answers on standard output, for a library on another processor than
 * the tests. A question is a word and its arguments, bytes in hexadecimal. Exit status 1 for a line that is no
 * question. */
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_CHARACTERS 2048
#define OCTETS_MAX      512
#define ARGUMENTS_MAX   4

typedef struct {
    char word[16];
    uint8_t octets[ARGUMENTS_MAX][OCTETS_MAX];
    size_t count[ARGUMENTS_MAX];
} question;

static inline void refuse(const char *what)
{
    fprintf(stderr, "no question: %s\n", what);
    exit(1);
}

static inline size_t read_octets(uint8_t *octets, const char *text)
{
    const size_t count = strlen(text) / 2;
    if (count > OCTETS_MAX || strlen(text) % 2)
        refuse(text);
    for (size_t i = 0; i < count; i++) {
        unsigned octet;
        if (sscanf(text + 2 * i, "%2x", &octet) != 1)
            refuse(text);
        octets[i] = (uint8_t)octet;
    }
    return count;
}

/* The next question; 0 at the end. */
static inline int ask(question *q)
{
    char line[LINE_CHARACTERS];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    const char *word = strtok(line, " \n"), *text = strtok(NULL, " \n");
    if (!word || strlen(word) >= sizeof q->word)
        refuse("a line without a word");
    memset(q, 0, sizeof *q);
    memcpy(q->word, word, strlen(word));
    for (unsigned i = 0; text; i++, text = strtok(NULL, " \n")) {
        if (i == ARGUMENTS_MAX)
            refuse("too many arguments");
        q->count[i] = read_octets(q->octets[i], text);
    }
    return 1;
}

static inline int asks(const question *q, const char *word)
{
    return strcmp(q->word, word) == 0;
}

static inline void answer(const uint8_t *octets, size_t count)
{
    while (count--)
        printf("%02x", *octets++);
    puts("");
}

#endif
