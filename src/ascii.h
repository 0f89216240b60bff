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

#endif							/* ASCII_H */
