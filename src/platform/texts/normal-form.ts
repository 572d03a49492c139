const MARKS = /\p{M}+/gu;
/** On one character, beyond those that any language has; UAX #15 §13 counts as many. */
const MARKS_MAX = 30;
const COMBINING_GRAPHEME_JOINER = '\u034F';

/**
 * A text in a normal form of Unicode, in time by its length: a run of marks is put into order by time
 * that grows with its square, so a joiner parts those of more than 30 (UAX #15 §13, Stream-Safe Text
 * Format). No language writes them.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(MARKS, parted).normalize(form);
}

function parted(marks: string): string {
  if (marks.length <= MARKS_MAX) return marks;
  const isNext = (place: number): boolean => place > 0 && place % MARKS_MAX === 0;
  return [...marks]
    .map((mark, place) => (isNext(place) ? COMBINING_GRAPHEME_JOINER + mark : mark))
    .join('');
}
