import { Brackets } from 'typeorm';

/**
 * Marks the `name_key` of a term whose folded name equals that of an older term. Such terms predate the
 * folding of names, and the keys are unique. No folded name contains this character.
 */
const MARK = '\x7f';
/** The character after the mark. */
const AFTER_MARK = '\x80';
/** Leaves room for the mark and an id within 500 characters. */
const MARKED_MAX = 480;

/** Returns the `name_key` of a term whose folded name is the key of an older term. */
export const markedKey = (key: string, id: number): string =>
  `${[...key].slice(0, MARKED_MAX).join('')}${MARK}${id}`;

/** Returns the folded name of a `name_key`. */
export const unmarkedKey = (stored: string): string => stored.split(MARK, 1)[0];

/** Returns the condition for terms with one of these folded names. */
export const hasNameKey = (keys: readonly string[]): Brackets =>
  new Brackets((either) => {
    either.where('term.name_key IN (:...keys)', { keys });
    for (const [n, key] of keys.entries())
      either.orWhere(`(term.name_key >= :marked${n} AND term.name_key < :end${n})`, {
        [`marked${n}`]: key + MARK,
        [`end${n}`]: key + AFTER_MARK,
      });
  });
