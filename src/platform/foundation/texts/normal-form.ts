const BEYOND_ASCII = /[^\0-\x7F]/;
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
  // ASCII is the same in every normal form.
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(MARKS, parted).normalize(form);
}

function parted(marks: string): string {
  if (marks.length <= MARKS_MAX) return marks;
  const isNext = (place: number): boolean => place > 0 && place % MARKS_MAX === 0;
  return [...marks]
    .map((mark, place) => (isNext(place) ? COMBINING_GRAPHEME_JOINER + mark : mark))
    .join('');
}
