import {
  DEFAULT_LANGUAGE,
  type Mistake,
  type Translation,
} from '../../platform/documents/localisation';
import { suggestion } from '../../platform/foundation/texts';
import { typographyOf } from './typography';

export type FindingKind =
  'broken' | 'missing' | 'same' | 'unused' | 'placeholders' | 'order' | 'typography' | 'warning';

export interface Finding {
  kind: FindingKind;
  /** The line in the file, from 1; undefined for a missing key. */
  line?: number;
  /** The key within its file, or the syntax error. */
  subject: string;
  /** The error in the placeholders, the order or the typography, or the warning. */
  detail?: string;
  /** The most similar expected key, for an unused one. */
  suggested?: string;
}

/** Findings that do not make the command fail. */
const INFORMATION: readonly FindingKind[] = ['missing', 'same', 'unused', 'warning'];

/**
 * True if a finding makes the command fail. English stands in for a missing text, so only English
 * must be complete.
 */
export const needsWork = ({ kind }: Finding, language: string): boolean =>
  !INFORMATION.includes(kind) || (kind === 'missing' && language === DEFAULT_LANGUAGE);

/** True if a text has no translation yet, so that English is used. */
export const isUntranslated = ({ kind }: Finding): boolean => kind === 'missing' || kind === 'same';

/** Returns the file of a key: `tags` of `tags.name`. */
export const fileOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Returns the key within its file: `list.page` of `events.list.page`. */
const withinFile = (key: string): string => key.slice(key.indexOf('.') + 1);

export const brokenFinding = ({ line, reason }: Mistake): Finding => ({
  kind: 'broken',
  line,
  subject: reason,
});

/** @param line the line of a blank text */
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

/** An unused key is often a misspelled missing one. */
export function unusedFinding(
  { key, line }: Translation,
  missing: readonly string[],
  expected: readonly string[],
): Finding {
  const subject = withinFile(key);
  const suggested =
    suggestion(subject, missing.map(withinFile)) ?? suggestion(subject, expected.map(withinFile));
  return { kind: 'unused', line, subject, ...(suggested !== undefined && { suggested }) };
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
    ...(added.length > 0 ? [`has ${added.join(', ')}, which is not in the English text`] : []),
  ].join(' and ');
  return [{ kind: 'placeholders', line, subject: withinFile(key), detail }];
}

/** Returns the parts that are the same in all languages: code in backquotes, placeholders in braces. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set(text.match(/`[^`]*`?|\{\w*\}/g) ?? []),
];

/** HTML, character references and Markdown other than code and links, which is shown as it is. */
const MARKUP = /<\/?[a-z!][^>]*>|&#?\w+;|\*\*|__|^#+ |!\[/gim;
/** The ratio of lengths above which a text is probably in the wrong place. */
const LONG = 10;

/** Warns of texts that are valid but probably not intended. */
export function warningFindings(
  { key, text, line }: Translation,
  english: string | undefined,
): Finding[] {
  const markup = text.replace(/`[^`]*`/g, '').match(MARKUP) ?? [];
  const isLong = english !== undefined && text.length > LONG * english.length;
  return [
    ...(markup.length > 0 ? [`has markup, which is not rendered: ${markup.join(', ')}`] : []),
    ...(isLong ? [`is more than ${LONG} times as long as in English`] : []),
  ].map((detail) => ({ kind: 'warning', line, subject: withinFile(key), detail }));
}

/** Finds keys out of the English order, so that the files can be compared side by side. */
export function orderFindings(
  translations: readonly Translation[],
  expected: readonly string[],
): Finding[] {
  const known = translations.filter(({ key }) => expected.includes(key));
  return known.flatMap(({ key, line }, index): Finding[] => {
    const before = known[index - 1]?.key;
    if (before === undefined || expected.indexOf(before) < expected.indexOf(key)) return [];
    const detail = `comes after ${withinFile(before)}; in English it comes before`;
    return [{ kind: 'order', line, subject: withinFile(key), detail }];
  });
}

/** @param isSentence true if the text is a description */
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
