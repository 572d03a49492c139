/** Marks on one character beyond those that any language has; UAX #15 §13 counts as many. */
const MARKS = /\p{M}{30}(?=\p{M})/gu;
const COMBINING_GRAPHEME_JOINER = '\u034F';

/**
 * A text in a normal form of Unicode, in time by its length: a run of marks is put into order by time
 * that grows with its square, so a joiner parts those of more than 30 (UAX #15 §13, Stream-Safe Text
 * Format). No language writes them.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(MARKS, `$&${COMBINING_GRAPHEME_JOINER}`).normalize(form);
}
