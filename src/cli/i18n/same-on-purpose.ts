import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, shortPath } from '../../platform/localisation';

/** A text that a translator says is right as it is in English. */
export interface Mark {
  /** Such as `pages.document`. */
  key: string;
  /** From 1. */
  line: number;
}

/** Where a language names the texts that are the same as in English on purpose, for messages. */
export const marksPath = (folder: string, language: string): string =>
  shortPath(join(folder, language, `same-as-${DEFAULT_LANGUAGE}.txt`));

/**
 * Reads that list: a key a line; what follows a `#` is a remark. A language without one has no such
 * texts.
 */
export function readMarks(folder: string, language: string): Mark[] {
  const path = marksPath(folder, language);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ key: text.replace(/#.*/, '').trim(), line: index + 1 }))
    .filter(({ key }) => key !== '');
}
