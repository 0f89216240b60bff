/*
 * metric_token.c
 *		A sentence as tokens: words with their classes, numbers with their units.
 *
 * Markup and markers are looked through; code, images and bare URLs are a stop.
 * For "**IRR** of 14.2 percent [SRC:1] (up from" the tokens are
 *
 *		word IRR, word of, number 14.2 (percent), open, word up, word from
 *
 * Hyphens and underscores tie words ("going-in" is two words, the second
 * joined), so that one spelling serves "loan-to-value" and "loan to value".
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"

const Token no_token = {.kind = TOKEN_STOP, .word = &unknown_word, .mention = -1, .inside = -1, .group = -1};

/* ------------------------------------------------------------------ lexing */

typedef struct Lexer
{
	Reading    *reading;
	const char *text;
	int			pos;
	int			end;			/* of the line, within the sentence */
	int			line_start;
	int			zone;			/* first that may lie ahead */
	int			marker;
	bool		blank;			/* a blank or line end stands before pos */
	bool		join;			/* a hyphen does */
	bool		is_signed;
	int			sign_start;
	int			glue_end;		/* byte after a marker that a number or stop precedes */
} Lexer;

static Token *
add_token(Lexer *lexer, TokenKind kind, int start, int end)
{
	Token	   *token = VEC_PUSH(&lexer->reading->tokens);

	token->kind = kind;
	token->start = start;
	token->end = token->unit_end = end;
	token->word = &unknown_word;
	token->mention = token->inside = token->group = -1;
	token->is_joined = lexer->join;
	token->follows_blank = lexer->blank;
	lexer->blank = lexer->join = false;
	lexer->pos = end;
	return token;
}

static Token *
last_token(const Lexer *lexer)
{
	int			count = lexer->reading->tokens.count;

	return count == 0 ? NULL : &lexer->reading->tokens.items[count - 1];
}

static char
byte_at(const Lexer *lexer, int pos)
{
	return pos >= lexer->line_start && pos < lexer->end ? lexer->text[pos] : ' ';
}

static void
set_word(Token *token, const char *text)
{
	char		first = text[token->start];

	token->initial = first >= 'A' && first <= 'Z' ? first | 32 : first;
	token->hash = word_hashes(text + token->start, token->end - token->start);
	token->word = word_find(text + token->start, token->end - token->start, token->hash.whole);
	token->words = token->word->classes;
}

static void
read_ampersand(Lexer *lexer)
{
	int			len = lexer->end - lexer->pos > 4 && strncmp(lexer->text + lexer->pos, "&amp;", 5) == 0 ? 5 : 1;
	Token	   *token = add_token(lexer, TOKEN_WORD, lexer->pos, lexer->pos + len);

	set_word(token, lexer->text);
	token->words = W_AND;
}

/* "@" is the word "at". */
static void
read_at_sign(Lexer *lexer)
{
	Token	   *token = add_token(lexer, TOKEN_WORD, lexer->pos, lexer->pos + 1);

	token->initial = 'a';
	token->hash = word_hashes("at", 2);
	token->word = word_find("at", 2, token->hash.whole);
	token->words = token->word->classes;
}

static void
read_word(Lexer *lexer)
{
	int			start = lexer->pos;
	int			pos = start;
	bool		is_upper = true;
	Token	   *token;

	for (; pos < lexer->end; pos++)
	{
		unsigned char c = lexer->text[pos];

		if (!is_letter(c) && !is_digit(c) && (c < 0xC3 || c > 0xDF) && (c < 0x80 || c >= 0xC0))
			break;
		if (c == 0xC3 && (unsigned char) byte_at(lexer, pos + 1) == 0x97)
			break;				/* the sign of a multiple */
		is_upper &= !(c >= 'a' && c <= 'z');
	}
	if (pos == start)
		pos++;
	if (pos == start + 1 && (lexer->text[start] | 32) == 't' && byte_at(lexer, pos) == '-' && is_digit(byte_at(lexer, pos + 1)))
		for (pos++; is_digit(byte_at(lexer, pos));)
			pos++;				/* "T-12": one word */
	if (pos + 2 < lexer->end && strncmp(lexer->text + pos, "://", 3) == 0)
	{
		while (pos < lexer->end && !isspace((unsigned char) lexer->text[pos]) && lexer->text[pos] != '[' && lexer->text[pos] != ')')
			pos++;
		add_token(lexer, TOKEN_STOP, start, pos);
		return;
	}
	token = add_token(lexer, TOKEN_WORD, start, pos);
	/* "IRRs" and the like count as upper case */
	token->is_upper = is_upper || (pos - start > 2 && lexer->text[pos - 1] == 's' && !((unsigned char) lexer->text[pos - 2] >= 'a'));
	set_word(token, lexer->text);
	if (lexer->pos + 1 < lexer->end && strncmp(lexer->text + lexer->pos, "'s", 2) == 0)
		lexer->pos += 2;
	else if (lexer->pos + 3 < lexer->end && strncmp(lexer->text + lexer->pos, "\xE2\x80\x99s", 4) == 0)
		lexer->pos += 4;
}

static void
read_number(Lexer *lexer)
{
	Token	   *before = last_token(lexer);
	int			start = lexer->is_signed ? lexer->sign_start : lexer->pos;
	bool		is_glued = lexer->glue_end == lexer->pos && lexer->pos > 0;
	bool		is_money = before != NULL && before->kind == TOKEN_CURRENCY;
	Token	   *token = add_token(lexer, TOKEN_NUMBER, lexer->pos, lexer->pos);
	bool		is_value = number_read(token, lexer->text, lexer->end);

	token->start = start;
	token->is_signed = lexer->is_signed;
	if (token->is_signed && lexer->text[start] != '+')
		token->value.digits = -token->value.digits;
	if (!is_value || is_glued || is_money)
		token->unit = NUMBER_OTHER;
	lexer->is_signed = false;
	lexer->pos = token->unit_end + token->has_plus;
}

/* A hyphen, dash or minus of len bytes. */
static void
read_dash(Lexer *lexer, int len, bool can_be_sign)
{
	Token	   *before = last_token(lexer);
	char		prev = byte_at(lexer, lexer->pos - 1);
	char		next = byte_at(lexer, lexer->pos + len);
	bool		starts_number = is_digit(next) || (next == '.' && is_digit(byte_at(lexer, lexer->pos + len + 1)));
	bool		after_number = before != NULL && before->kind == TOKEN_NUMBER && !lexer->blank;

	if (can_be_sign && starts_number && !after_number && !is_letter(prev) && !is_digit(prev))
	{
		lexer->is_signed = true;
		lexer->sign_start = lexer->pos;
		lexer->pos += len;
	}
	else if (len == 1 && !lexer->blank && next != ' ' && before != NULL && !(after_number && is_digit(next)))
	{
		lexer->join = is_letter(next);	/* "going-in" */
		lexer->pos += len;
		if (is_digit(next))
			add_token(lexer, TOKEN_DASH, lexer->pos - 1, lexer->pos);
	}
	else
		add_token(lexer, TOKEN_DASH, lexer->pos, lexer->pos + len);
}

/* "12%... 14%": from one number to the other. */
static void
read_dots(Lexer *lexer, int len)
{
	Token	   *before = last_token(lexer);
	int			next;

	while (byte_at(lexer, lexer->pos + len) == '.')
		len++;
	next = lexer->pos + len;
	while (byte_at(lexer, next) == ' ' && next < lexer->end)
		next++;
	if (len > 1 && before != NULL && before->kind == TOKEN_NUMBER && is_digit(byte_at(lexer, next)))
		add_token(lexer, TOKEN_DASH, lexer->pos, lexer->pos + len);
	else
		lexer->pos += len;
}

static const struct
{
	const char *bytes;
	int			kind;			/* a TokenKind, or one of these */
}			signs[] = {
#define SIGN_BLANK	100
#define SIGN_SKIP	101
#define SIGN_DASH	102
#define SIGN_MINUS	103
#define SIGN_DOTS	104
	{"\xC2\xA0", SIGN_BLANK}, {"\xE2\x80\xAF", SIGN_BLANK}, {"\xE2\x80\x89", SIGN_BLANK}, {"\xE2\x80\x8B", SIGN_SKIP},
	{"\xE2\x80\x90", SIGN_DASH}, {"\xE2\x80\x91", SIGN_DASH}, {"\xE2\x80\x92", SIGN_DASH}, {"\xE2\x80\x93", SIGN_DASH},
	{"\xE2\x80\x94", SIGN_DASH}, {"\xE2\x80\x95", SIGN_DASH}, {"\xE2\x88\x92", SIGN_MINUS},
	{"\xE2\x80\xA2", TOKEN_SEMICOLON}, {"\xC2\xB7", TOKEN_SEMICOLON}, {"\xE2\x9C\x85", TOKEN_SEMICOLON},
	{"\xE2\x9C\x93", TOKEN_SEMICOLON}, {"\xE2\x9C\x94", TOKEN_SEMICOLON}, {"\xE2\x96\xAA", TOKEN_SEMICOLON},
	{"\xE2\x97\x8F", TOKEN_SEMICOLON}, {"\xEF\xBC\x9B", TOKEN_SEMICOLON},
	{"\xE2\x89\x88", TOKEN_COLON}, {"\xE2\x89\x85", TOKEN_COLON}, {"\xE2\x89\x83", TOKEN_COLON}, {"\xEF\xBC\x9A", TOKEN_COLON},
	{"\xEF\xBC\x9D", TOKEN_COLON}, {"\xE2\x89\xA4", TOKEN_BOUND}, {"\xE2\x89\xA5", TOKEN_BOUND}, {"\xE2\x86\x92", TOKEN_ARROW},
	{"\xE2\x87\x92", TOKEN_ARROW}, {"\xEF\xBC\x8C", TOKEN_COMMA}, {"\xE3\x80\x81", TOKEN_COMMA},
	{"\xEF\xBC\x88", TOKEN_OPEN}, {"\xEF\xBC\x89", TOKEN_CLOSE}, {"\xEF\xBC\x85", TOKEN_PERCENT},
	{"\xE2\x82\xAC", TOKEN_CURRENCY}, {"\xC2\xA3", TOKEN_CURRENCY}, {"\xC2\xA5", TOKEN_CURRENCY}, {"\xE2\x82\xAA", TOKEN_CURRENCY},
	{"\xE2\x82\xB9", TOKEN_CURRENCY}, {"\xC2\xB1", TOKEN_STOP}, {"\xE2\x80\xA6", SIGN_DOTS},
	{"\xE2\x80\x9C", SIGN_SKIP}, {"\xE2\x80\x9D", SIGN_SKIP}, {"\xE2\x80\x98", SIGN_SKIP}, {"\xE2\x80\x99", SIGN_SKIP},
	{"&nbsp;", SIGN_BLANK}, {"&#160;", SIGN_BLANK}, {"&#xA0;", SIGN_BLANK}, {"&thinsp;", SIGN_BLANK}, {"&ndash;", SIGN_DASH},
	{"&mdash;", SIGN_DASH}, {"&minus;", SIGN_MINUS}, {"&lt;", TOKEN_BOUND}, {"&gt;", TOKEN_BOUND}, {"&le;", TOKEN_BOUND},
	{"&ge;", TOKEN_BOUND}, {"&#37;", TOKEN_PERCENT}, {"&percnt;", TOKEN_PERCENT},
};

/* Bytes of the raised digits at pos. */
static int
raised_digits(const Lexer *lexer, int pos)
{
	int			end = pos;

	for (;;)
	{
		unsigned char c = byte_at(lexer, end);
		unsigned char second = byte_at(lexer, end + 1);
		unsigned char third = byte_at(lexer, end + 2);

		if (c == 0xC2 && (second == 0xB2 || second == 0xB3 || second == 0xB9))
			end += 2;
		else if (c == 0xE2 && second == 0x81 && (third == 0xB0 || (third >= 0xB4 && third <= 0xB9)))
			end += 3;
		else
			return end - pos;
	}
}

/* "14.2%" and a raised 1: the number of a note, which may say what the value is of.  It
 * hides no link, but such a value is not plain. */
static bool
read_note_digits(Lexer *lexer)
{
	Token	   *before = last_token(lexer);
	int			len = raised_digits(lexer, lexer->pos);

	if (len == 0 || before == NULL || before->kind != TOKEN_NUMBER || before->unit_end != lexer->pos ||
		(before->unit != NUMBER_PERCENT && before->unit != NUMBER_MULTIPLE && before->unit != NUMBER_BPS))
		return false;
	before->has_note = true;
	lexer->pos += len;
	return true;
}

/* One of the signs; false when there is none. */
static bool
read_known_sign(Lexer *lexer)
{
	for (int i = 0; i < (int) lengthof(signs); i++)
	{
		int			len = (int) strlen(signs[i].bytes);

		if (lexer->pos + len > lexer->end || memcmp(lexer->text + lexer->pos, signs[i].bytes, len) != 0)
			continue;
		if (signs[i].kind == SIGN_DASH || signs[i].kind == SIGN_MINUS)
		{
			read_dash(lexer, len, signs[i].kind == SIGN_MINUS);
			return true;
		}
		if (signs[i].kind == SIGN_DOTS)
		{
			read_dots(lexer, len);
			return true;
		}
		lexer->blank |= signs[i].kind == SIGN_BLANK;
		if (signs[i].kind < SIGN_BLANK)
			add_token(lexer, (TokenKind) signs[i].kind, lexer->pos, lexer->pos + len);
		else
			lexer->pos += len;
		return true;
	}
	return false;
}

/* A character beyond ASCII that is no letter; false when it is one. */
static bool
read_sign(Lexer *lexer)
{
	if (read_note_digits(lexer) || read_known_sign(lexer))
		return true;
	if ((unsigned char) lexer->text[lexer->pos] == 0xE2 || (unsigned char) lexer->text[lexer->pos] >= 0xF0)
	{
		/* other symbols and emoji are bullets at most */
		int			len = (unsigned char) lexer->text[lexer->pos] == 0xE2 ? 3 : 4;

		add_token(lexer, TOKEN_SEMICOLON, lexer->pos, Min(lexer->pos + len, lexer->end));
		return true;
	}
	return false;
}

/* Characters that are a token by themselves, whatever stands around them; all
 * others are TOKEN_WORD here. */
static const TokenKind marks[128] = {
	[','] = TOKEN_COMMA,[';'] = TOKEN_SEMICOLON,['|'] = TOKEN_SEMICOLON,[':'] = TOKEN_COLON,
	['('] = TOKEN_OPEN,[')'] = TOKEN_CLOSE,['/'] = TOKEN_SLASH,['%'] = TOKEN_PERCENT,
	['$'] = TOKEN_CURRENCY,['?'] = TOKEN_STOP,['!'] = TOKEN_STOP,
};

/* "->", "-->", "--", "---", or a dash or minus. */
static void
read_hyphen(Lexer *lexer)
{
	int			pos = lexer->pos;
	char		next = byte_at(lexer, pos + 1);
	char		third = byte_at(lexer, pos + 2);

	if (next == '>' || (next == '-' && third == '>'))
		add_token(lexer, TOKEN_ARROW, pos, pos + (next == '>' ? 2 : 3));
	else if (next == '-')
		add_token(lexer, TOKEN_DASH, pos, pos + 2 + (third == '-'));
	else
		read_dash(lexer, 1, true);
}

/* "+5%", "+/- 1%", or nothing. */
static void
read_plus(Lexer *lexer)
{
	int			pos = lexer->pos;
	char		next = byte_at(lexer, pos + 1);
	char		third = byte_at(lexer, pos + 2);

	if (next == '/' && (third == '-' || (unsigned char) third == 0xE2))
	{
		add_token(lexer, TOKEN_STOP, pos, pos + 2);
		return;
	}
	if (is_digit(next) && !is_digit(byte_at(lexer, pos - 1)))
	{
		lexer->is_signed = true;
		lexer->sign_start = pos;
	}
	lexer->pos++;
}

/* "{loan.ltv:.1%}": to be filled in, nothing is in it. */
static void
read_template(Lexer *lexer)
{
	int			pos = lexer->pos + 1;

	while (pos < lexer->end && pos < lexer->pos + 60 && strchr(" {}\n", lexer->text[pos]) == NULL)
		pos++;
	if (byte_at(lexer, pos) == '}')
		add_token(lexer, TOKEN_STOP, lexer->pos, pos + 1);
	else
		lexer->pos++;
}

static void
read_punctuation(Lexer *lexer)
{
	int			pos = lexer->pos;
	char		c = lexer->text[pos];
	char		next = byte_at(lexer, pos + 1);

	if (marks[(unsigned char) c] != TOKEN_WORD)
	{
		add_token(lexer, marks[(unsigned char) c], pos, pos + 1);
		return;
	}
	switch (c)
	{
		case '=':
			add_token(lexer, next == '>' ? TOKEN_ARROW : TOKEN_COLON, pos, pos + 1 + (next == '>'));
			break;
		case '<':
		case '>':
			add_token(lexer, TOKEN_BOUND, pos, pos + 1 + (next == '='));
			break;
		case '&':
			if (!read_known_sign(lexer))
				read_ampersand(lexer);
			break;
		case '@':
			read_at_sign(lexer);
			break;
		case '-':
			read_hyphen(lexer);
			break;
		case '+':
			read_plus(lexer);
			break;
		case '{':
			read_template(lexer);
			break;
		case '_':
			lexer->join = is_letter(next) && is_letter(byte_at(lexer, pos - 1));
			lexer->pos++;
			break;
		case '.':
			read_dots(lexer, 1);
			break;
		default:				/* emphasis, quotes, brackets, escapes */
			lexer->pos++;
	}
}

/* Steps over a marker or zone that begins at pos; false when there is none. */
static bool
skip_obstacle(Lexer *lexer)
{
	const Prose *prose = lexer->reading->prose;

	while (lexer->marker < prose->markers.count &&
		   prose->markers.items[lexer->marker].start + prose->markers.items[lexer->marker].len <= lexer->pos)
		lexer->marker++;
	while (lexer->zone < prose->zones.count &&
		   (prose->zones.items[lexer->zone].end <= lexer->pos || prose->zones.items[lexer->zone].kind == ZONE_LINK_LABEL))
		lexer->zone++;
	if (lexer->marker < prose->markers.count && prose->markers.items[lexer->marker].start <= lexer->pos)
	{
		int			start = prose->markers.items[lexer->marker].start;
		char		before = byte_at(lexer, start - 1);
		Token	   *last = last_token(lexer);

		lexer->pos = start + prose->markers.items[lexer->marker].len;
		if (is_digit(before) || ((before == '.' || before == ',') && is_digit(byte_at(lexer, start - 2))))
		{
			lexer->glue_end = lexer->pos;	/* "4.[SRC:1]2M": no number on either side */
			if (last != NULL && last->kind == TOKEN_NUMBER && is_digit(byte_at(lexer, lexer->pos)))
				last->unit = NUMBER_OTHER;
		}
		return true;
	}
	if (lexer->zone < prose->zones.count && prose->zones.items[lexer->zone].start <= lexer->pos)
	{
		const Zone *zone = &prose->zones.items[lexer->zone];
		bool		is_break = zone->kind == ZONE_HTML &&
			pg_strncasecmp(lexer->text + zone->start, "<br", 3) == 0;

		if (is_break)
			lexer->blank = true;
		else if (zone->kind != ZONE_LINK_DEST && zone->kind != ZONE_HTML)
			add_token(lexer, TOKEN_STOP, zone->start, zone->end);
		lexer->pos = Max(zone->end, lexer->pos + 1);
		return true;
	}
	return false;
}

static void
read_line(Lexer *lexer)
{
	while (lexer->pos < lexer->end)
	{
		unsigned char c = lexer->text[lexer->pos];

		if (skip_obstacle(lexer))
			continue;
		if (c <= ' ')
		{
			lexer->blank = true;
			lexer->is_signed = false;
			lexer->pos++;
		}
		else if (is_digit(c) || (c == '.' && is_digit(byte_at(lexer, lexer->pos + 1)) && !is_digit(byte_at(lexer, lexer->pos - 1))))
			read_number(lexer);
		else if (is_letter(c) || (c >= 0x80 && !read_sign(lexer)))
			read_word(lexer);
		else if (c < 0x80)
			read_punctuation(lexer);
		if ((lexer->reading->tokens.count & 1023) == 0)
			CHECK_FOR_INTERRUPTS();
	}
}

/* First zone, marker and line of the block that end behind the sentence's
 * start: searched for, so that a long paragraph stays linear. */
static int
first_ahead(const Lexer *lexer, const Line *lines, int nlines)
{
	const Prose *prose = lexer->reading->prose;
	int			start = lexer->reading->start;
	int			low = 0;
	int			high = nlines;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (lines != NULL ? lines[middle].end <= start
			: prose->markers.items[middle].start + prose->markers.items[middle].len <= start)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int
first_zone(const Prose *prose, int start)
{
	int			low = 0;
	int			high = prose->zones.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (prose->zones.items[middle].start < start)
			low = middle + 1;
		else
			high = middle;
	}
	return Max(low - 1, 0);		/* one may begin before and reach in */
}

void
reading_tokens(Reading *reading)
{
	const Prose *prose = reading->prose;
	const TextBlock *block = reading->block;
	const Line *lines = prose->lines.items + block->first_line;
	Lexer		lexer = {.reading = reading, .text = prose->text, .glue_end = -1};
	int			kept = 0;

	lexer.zone = first_zone(prose, reading->start);
	lexer.marker = first_ahead(&lexer, NULL, prose->markers.count);
	for (int i = first_ahead(&lexer, lines, block->nlines); i < block->nlines && lines[i].start < reading->end; i++)
	{
		lexer.line_start = Max(lines[i].start, reading->start);
		lexer.pos = Max(lexer.pos, lexer.line_start);
		lexer.end = Min(lines[i].end, reading->end);
		lexer.blank = true;
		read_line(&lexer);
	}
	for (int i = 0; i < reading->tokens.count;)
	{
		Token		token;

		i = merge_number(reading, i, &token);
		reading->tokens.items[kept++] = token;
	}
	reading->tokens.count = kept;
}
