import { DEFAULT_LANGUAGE } from '../../platform/i18n';
import { orSuggest, suggestion } from '../../platform/texts';
import type { Mistake, Translation } from './translation-texts';

export type FindingKind =
  'broken' | 'missing' | 'same' | 'unused' | 'placeholders' | 'order' | 'typography' | 'warning';

export interface Finding {
  kind: FindingKind;
  /** From 1; undefined for a missing key. */
  line?: number;
  /** Within its file; empty if the file is not valid JSON. */
  key: string;
  /** For the report: `name is empty.` */
  sentence: string;
}

/** Without a text for a missing key. */
type Entry = Pick<Translation, 'key'> & Partial<Translation>;

/** These findings do not make the command fail. */
const INFORMATION: readonly FindingKind[] = ['missing', 'same', 'unused', 'warning'];

/** True if a finding makes the command fail. English replaces a missing text, so only English must be complete. */
export const needsWork = ({ kind }: Finding, language: string): boolean =>
  !INFORMATION.includes(kind) || (kind === 'missing' && language === DEFAULT_LANGUAGE);

/** `tags` of `tags.name`. */
export const fileOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** `list.page` of `events.list.page`. */
const withinFile = (key: string): string => key.slice(key.indexOf('.') + 1);

/** @param words that follow the key in the sentence */
export function finding(
  kind: FindingKind,
  { key, line }: Entry,
  words: string,
  suggested?: string,
): Finding {
  const within = withinFile(key);
  return { kind, line, key: within, sentence: orSuggest(`${within} ${words}`, suggested) };
}

export const brokenFinding = ({ line, reason }: Mistake): Finding => ({
  kind: 'broken',
  line,
  key: '',
  sentence: `${reason}.`,
});

/** An unused key is often a misspelled missing one. */
export function unusedFinding(
  entry: Translation,
  missing: readonly string[],
  expected: readonly string[],
): Finding {
  const key = withinFile(entry.key);
  const suggested =
    suggestion(key, missing.map(withinFile)) ?? suggestion(key, expected.map(withinFile));
  return finding('unused', entry, 'is not used', suggested);
}

export function placeholderFindings(entry: Translation, english: string | undefined): Finding[] {
  if (english === undefined) return [];
  const [own, others] = [placeholdersOf(entry.text), placeholdersOf(english)];
  const lost = others.filter((placeholder) => !own.includes(placeholder));
  const added = own.filter((placeholder) => !others.includes(placeholder));
  if (lost.length + added.length === 0) return [];
  const words = [
    ...(lost.length > 0 ? [`lacks ${lost.join(', ')}`] : []),
    ...(added.length > 0 ? [`has ${added.join(', ')}, which is not in the English text`] : []),
  ];
  return [finding('placeholders', entry, words.join(' and '))];
}

/** Code in backquotes and placeholders in braces are the same in all languages. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set(text.match(/`[^`]*`?|\{\w*\}/g) ?? []),
];

/** HTML, character references and Markdown, which is shown as it is; code and links are allowed. */
const MARKUP = /<\/?[a-z!][^>]*>|&#?\w+;|\*\*|__|^#+ |!\[/gim;
/** A text so many times as long as the English one probably has the wrong key. */
const LONG = 10;

/** Texts that are valid but probably not intended. */
export function warningFindings(entry: Translation, english: string | undefined): Finding[] {
  const markup = entry.text.replace(/`[^`]*`/g, '').match(MARKUP) ?? [];
  const isLong = english !== undefined && entry.text.length > LONG * english.length;
  return [
    ...(markup.length > 0 ? [`has markup, which is not rendered: ${markup.join(', ')}`] : []),
    ...(isLong ? [`is more than ${LONG} times as long as in English`] : []),
  ].map((words) => finding('warning', entry, words));
}

/** In the order of the English files, languages can be compared side by side. */
export function orderFindings(
  translations: readonly Translation[],
  expected: readonly string[],
): Finding[] {
  const known = translations.filter(({ key }) => expected.includes(key));
  return known.flatMap((entry, index): Finding[] => {
    const before = known[index - 1]?.key;
    if (before === undefined || expected.indexOf(before) < expected.indexOf(entry.key)) return [];
    const words = `comes after ${withinFile(before)}; in English it comes before`;
    return [finding('order', entry, words)];
  });
}
