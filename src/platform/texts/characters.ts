import { readableText } from './plain-text';

/** Returns the number of characters, as databases count them: a surrogate pair is one. */
export const characterCount = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/**
 * True when every database and every JSON parser can store a text: it has no NUL and no unpaired
 * surrogate (whose handling is unpredictable, RFC 8259 §8.2).
 */
export function isWellFormedText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

/**
 * Compares two texts as databases do with the collations of the service's columns: by code points,
 * which have the order of their bytes in UTF-8. `<` compares UTF-16 units, whose order differs
 * beyond U+D7FF.
 *
 * @returns a negative number if the first text comes first, a positive one if it comes last
 */
export const compareTexts = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const MARKS = /\p{M}+/gu;
/** Maximum combining marks on one character; no language uses more (UAX #15 §13). */
const MARKS_MAX = 30;
const COMBINING_GRAPHEME_JOINER = '\u034F';

/**
 * Normalises a text to a Unicode normal form, in time proportional to its length. Sorting a run of
 * combining marks takes quadratic time, so a joiner is inserted into runs of more than 30 marks
 * (UAX #15 §13, Stream-Safe Text Format). No language uses such runs.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(MARKS, parted).normalize(form);
}

function parted(marks: string): string {
  if (marks.length <= MARKS_MAX) return marks;
  const isNext = (index: number): boolean => index > 0 && index % MARKS_MAX === 0;
  return [...marks]
    .map((mark, index) => (isNext(index) ? COMBINING_GRAPHEME_JOINER + mark : mark))
    .join('');
}

/**
 * Invisible characters, except for white space. Emoji tags are kept: they distinguish the flags of
 * Scotland and Wales.
 */
const INVISIBLE =
  /(?![\t-\r\x85\u{E0020}-\u{E007F}])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** White space, except for single spaces. */
const WHITE_SPACE = /(?! [^\s\x85\u2800])[\s\x85\u2800]+/g;
/** Invisible characters of ASCII, which can be between a letter and its accent. */
const CONTROL_CHARACTERS = /[\0-\x08\x0E-\x1F\x7F]/;
/** Each with the character before it, which may be the letter of an accent. */
const BEYOND_ASCII = /[\0-\x7F]?[^\0-\x7F]+(?:[ -/]{1,3}[^\0-\x7F]+)*/g;
/** The letters of European languages with accents. */
const LATIN = /[À-ſ]/g;
const APOSTROPHES = /[`´‘’‚‛′‹›ʹʻʼ՚׳]/g;
const QUOTATION_MARKS = /[“”„‟″«»״]/g;
const HYPHENS = /[\p{Pd}\u2043\u2212]/gu;
/** Accents and vowel points. In other scripts, marks are letters: か and が, क and कि. */
const ACCENTS =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;
/** Letters that Unicode does not decompose. */
const LETTERS = /[ßıłøđæœðþħŧς]/g;
const SPELLINGS: Partial<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};

/**
 * Normalises spellings that readers treat as equal: without case, accents, typographic apostrophes,
 * quotation marks and hyphens, and invisible characters; `ss` for `ß`; white space is one space. It
 * is idempotent, and takes time proportional to the length.
 *
 * Stored keys and searched texts are folded: a change of this function needs a migration.
 */
export function fold(text: string): string {
  // Most texts are ASCII, of which only letters and the backtick change, and some Latin letters.
  const plain = CONTROL_CHARACTERS.test(text)
    ? plainSpelling(text)
    : text
        .replace(LATIN, (letter) => LATIN_SPELLINGS.get(letter) ?? letter)
        .replace(BEYOND_ASCII, (part) => plainSpelling(part));
  return plain.replaceAll('`', "'").toLowerCase().replace(WHITE_SPACE, ' ').trim();
}

function plainSpelling(text: string): string {
  const decomposed = normalForm(plainPunctuation(text.replace(INVISIBLE, '')), 'NFKD');
  // Some characters decompose to punctuation: ⁻ to −, ‴ to ′′′.
  return plainPunctuation(decomposed)
    .toLowerCase()
    .replace(ACCENTS, '$1')
    .replace(LETTERS, (letter) => SPELLINGS[letter] ?? letter)
    .normalize('NFC');
}

const LATIN_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index)).map(
    (letter) => [letter, plainSpelling(letter)],
  ),
);

function plainPunctuation(text: string): string {
  return text.replace(APOSTROPHES, "'").replace(QUOTATION_MARKS, '"').replace(HYPHENS, '-');
}

/** The length of the columns of names and name keys. */
const KEY_MAX = 500;

/**
 * Returns the key for comparing and sorting names: the folded name, at most 500 characters. In a
 * few scripts folding makes a name longer, and the key is cut.
 */
export function nameKey(name: string): string {
  const key = fold(name);
  return key.length <= KEY_MAX ? key : [...key].slice(0, KEY_MAX).join('');
}

/**
 * Maximum characters and words of a search: the cost per character of the searched texts grows with
 * both.
 */
export const SEARCH_MAX = { length: 100, words: 16 };

/**
 * Returns the text that `searchWords` are searched in: without HTML tags, entities decoded, folded;
 * one line per text, so that a phrase cannot match across two texts.
 */
export const searchable = (...texts: (string | null | undefined)[]): string =>
  texts.flatMap((text) => (text ? foldedText(text) : [])).join('\n');

const foldedText = (text: string): string =>
  fold(/[<&]/.test(text) ? readableText(text, Infinity, '') : text);

/**
 * Returns the words of a query, all of which must occur. They are separated by white space; a
 * double-quoted phrase is one word; an unpaired quotation mark is ignored. Folded like
 * `searchable`, without duplicates. Empty if there is nothing to search for.
 */
export function searchWords(query: string): string[] {
  const parts = query.replace(QUOTATION_MARKS, '"').matchAll(/"([^"]*)"|[^\s"]+/g);
  const words = Array.from(parts, ([plain, phrase = plain]) => fold(phrase));
  return [...new Set(words)].filter((word) => word !== '');
}
