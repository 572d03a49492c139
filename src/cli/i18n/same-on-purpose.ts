import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, shortPath } from '../../platform/i18n';

/** A text, or all texts of a file, that are intentionally the same as in English. */
export interface Mark {
  /** The key, such as `pages.document`, or the file, such as `pages`. */
  key: string;
  /** From 1. */
  line: number;
}

/** Returns the path of a language's list of such texts, for messages. */
export const marksPath = (folder: string, language: string): string =>
  shortPath(join(folder, language, `same-as-${DEFAULT_LANGUAGE}.txt`));

/** Reads the list of a language: one key or file per line, comments after `#`. Empty without a file. */
export function readMarks(folder: string, language: string): Mark[] {
  const path = marksPath(folder, language);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ key: text.replace(/#.*/, '').trim(), line: index + 1 }))
    .filter(({ key }) => key !== '');
}
