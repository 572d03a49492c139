import { Brackets } from 'typeorm';

/**
 * Ends the `name_key` of a term whose name equals that of an older one since names are folded: such
 * terms exist from before, and the keys are unique. No folded name has this character.
 */
const MARK = '\x7f';
/** The character behind the mark. */
const AFTER_MARK = '\x80';
/** Leaves room for the mark and an id within 500 characters. */
const MARKED_MAX = 480;

/** The `name_key` of a term whose folded name an older one has as its key. */
export const markedKey = (key: string, id: number): string =>
  `${[...key].slice(0, MARKED_MAX).join('')}${MARK}${id}`;

/** The folded name of a `name_key`. */
export const unmarkedKey = (stored: string): string => stored.split(MARK, 1)[0];

/** Terms that have one of these folded names. */
export const hasNameKey = (keys: readonly string[]): Brackets =>
  new Brackets((either) => {
    either.where('term.name_key IN (:...keys)', { keys });
    for (const [n, key] of keys.entries())
      either.orWhere(`(term.name_key >= :marked${n} AND term.name_key < :end${n})`, {
        [`marked${n}`]: key + MARK,
        [`end${n}`]: key + AFTER_MARK,
      });
  });
