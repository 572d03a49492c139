import type { Mistake, Translation } from '../../platform/localisation';
import { suggestion } from './suggestion';
import { typographyOf } from './typography';

export type FindingKind =
  'broken' | 'missing' | 'same' | 'unused' | 'placeholders' | 'order' | 'typography';

export interface Finding {
  kind: FindingKind;
  /** Where there is one to look at; from 1. */
  line?: number;
  /** The key within its file, or what is broken. */
  subject: string;
  /** What of the placeholders, the order or the typography is wrong. */
  detail?: string;
  /** The key that was meant, where nothing uses this one. */
  meant?: string;
}

/** What keeps a text from being used, or from being understood; the rest is only said. */
export const needsWork = ({ kind }: Finding): boolean => kind !== 'unused';

/** What waits for a translator: English stands in for it. */
export const isUntranslated = ({ kind }: Finding): boolean => kind === 'missing' || kind === 'same';

/** What a key begins with: `tags` of `tags.name`. */
export const fileOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** The rest of it: `list.page` of `events.list.page`. */
const withinFile = (key: string): string => key.slice(key.indexOf('.') + 1);

export const brokenFinding = ({ line, reason }: Mistake): Finding => ({
  kind: 'broken',
  line,
  subject: reason,
});

/** @param line of a text that is blank */
export const missingFinding = (key: string, line: number | undefined): Finding => ({
  kind: 'missing',
  line,
  subject: withinFile(key),
});

export const sameFinding = ({ key, line }: Translation): Finding => ({
  kind: 'same',
  line,
  subject: withinFile(key),
});

/** A key that nothing asks for is most likely one of those that are missing, written otherwise. */
export function unusedFinding(
  { key, line }: Translation,
  missing: readonly string[],
  expected: readonly string[],
): Finding {
  const subject = withinFile(key);
  const meant =
    suggestion(subject, missing.map(withinFile)) ?? suggestion(subject, expected.map(withinFile));
  return { kind: 'unused', line, subject, ...(meant !== undefined && { meant }) };
}

export function placeholderFindings(
  { key, text, line }: Translation,
  english: string | undefined,
): Finding[] {
  if (english === undefined) return [];
  const [own, others] = [placeholdersOf(text), placeholdersOf(english)];
  const lost = others.filter((placeholder) => !own.includes(placeholder));
  const added = own.filter((placeholder) => !others.includes(placeholder));
  if (lost.length + added.length === 0) return [];
  const detail = [
    ...(lost.length > 0 ? [`lacks ${lost.join(', ')}`] : []),
    ...(added.length > 0 ? [`has ${added.join(', ')}, which English has not`] : []),
  ].join(' and ');
  return [{ kind: 'placeholders', line, subject: withinFile(key), detail }];
}

/** What every language writes alike: between backquotes, or to be filled in, between braces. */
const placeholdersOf = (text: string): string[] => [
  ...new Set(text.match(/`[^`]*`?|\{\w*\}/g) ?? []),
];

/** Keys in the order of the English ones can be compared side by side. */
export function orderFindings(
  translations: readonly Translation[],
  expected: readonly string[],
): Finding[] {
  const known = translations.filter(({ key }) => expected.includes(key));
  return known.flatMap(({ key, line }, index): Finding[] => {
    const before = known[index - 1]?.key;
    if (before === undefined || expected.indexOf(before) < expected.indexOf(key)) return [];
    const detail = `stands after ${withinFile(before)}, in English before it`;
    return [{ kind: 'order', line, subject: withinFile(key), detail }];
  });
}

/** @param isSentence whether the text describes something */
export const typographyFindings = (
  { key, text, line }: Translation,
  language: string,
  isSentence: boolean,
): Finding[] =>
  typographyOf(text, language, isSentence).map((detail) => ({
    kind: 'typography',
    line,
    subject: withinFile(key),
    detail,
  }));
