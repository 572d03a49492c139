import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, shortPath } from '../../platform/i18n';

/** A text, or all texts of a file, that are intentionally the same as in English. */
export interface Mark {
  /** `pages.document`, or the file `pages`. */
  key: string;
  /** From 1. */
  line: number;
}

export const marksPath = (folder: string, language: string): string =>
  shortPath(join(folder, language, `same-as-${DEFAULT_LANGUAGE}.txt`));

/** One key or file per line, comments after `#`. Empty without a file. */
export function readMarks(folder: string, language: string): Mark[] {
  const path = marksPath(folder, language);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ key: text.replace(/#.*/, '').trim(), line: index + 1 }))
    .filter(({ key }) => key !== '');
}
