/*
 * ascii.h
 *		Kinds of ASCII characters, whatever the locale; other bytes are of none.
 */
#ifndef ASCII_H
#define ASCII_H

static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A blank or a line end. */
static inline bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool
is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
is_alnum(char c)
{
	return is_letter(c) || is_digit(c);
}

/* Of emphasis or strikethrough in Markdown. */
static inline bool
is_mark(char c)
{
	return c == '*' || c == '_' || c == '~';
}

/* What may end a clause. */
static inline bool
is_punctuation(char c)
{
	return c == '.' || c == ',' || c == ';' || c == ':' || c == '!' || c == '?';
}

/* What all of a text is asked is asked eight bytes at a time; c in each of them
 * is c * EACH_BYTE. */
#define EACH_BYTE	UINT64CONST(0x0101010101010101)

static inline uint64
eight_bytes(const char *text)
{
	uint64		bytes;

	memcpy(&bytes, text, sizeof(bytes));
	return bytes;
}

static inline bool
are_ascii(uint64 bytes)
{
	return (bytes & (0x80 * EACH_BYTE)) == 0;
}

#endif							/* ASCII_H */
