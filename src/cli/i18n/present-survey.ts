import type { OpenAPIObject } from '@nestjs/swagger';
import { type TextUse, textUses } from '../../platform/openapi';
import { orSuggest } from '../../platform/texts';
import type { FindingKind } from './findings';
import { marksPath } from './same-on-purpose';
import type { FileSurvey, Survey } from './survey';
import { translationPath } from './translation-files';

/** `title` is that of the column of the table; `words` stand in the summary. */
const KINDS: { kind: FindingKind; title?: string; words?: string }[] = [
  { kind: 'broken', words: 'invalid (the service does not start)' },
  { kind: 'missing', title: 'Missing', words: 'missing (English is shown instead)' },
  { kind: 'same', title: 'Same as en', words: 'the same as in English' },
  { kind: 'unused', title: 'Unused' },
  { kind: 'placeholders', title: 'Placeholders', words: 'with other placeholders than in English' },
  { kind: 'order', title: 'Order', words: 'in another order than in English' },
  { kind: 'typography', title: 'Typography', words: 'with typographic mistakes' },
  { kind: 'warning', title: 'Warnings', words: 'with warnings' },
];

const COLUMNS = KINDS.flatMap(({ kind, title }) => (title === undefined ? [] : [{ kind, title }]));

export function presentSurvey({ files, strayMarks }: Survey, folder: string): string {
  const details = [
    ...files.flatMap((file) => detailsOf(file, translationPath(folder, file.language, file.name))),
    ...strayMarks.map(
      ({ language, line, sentence }) => `${marksPath(folder, language)}:${line}: ${sentence}`,
    ),
  ];
  return [
    table([
      ['Language', 'File', 'Translated', ...COLUMNS.map(({ title }) => title)],
      ...files.map(rowOf),
    ]),
    ...(details.length > 0 ? [details.join('\n')] : []),
    sum(files, folder),
  ].join('\n\n');
}

const count = ({ findings }: FileSurvey, kind: FindingKind): number =>
  findings.filter((finding) => finding.kind === kind).length;

function rowOf(file: FileSurvey): string[] {
  const { language, name, expected, translated } = file;
  const isBroken = count(file, 'broken') > 0;
  return [
    language,
    name,
    isBroken ? 'broken' : `${translated} of ${expected}`,
    ...COLUMNS.map(({ kind }) => String(count(file, kind) || '-')),
  ];
}

/** Texts are aligned to the left, numbers to the right. */
function table(rows: readonly string[][]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
        )
        .join('  '),
    )
    .join('\n');
}

/** `<path>:<line>: <sentence>` is a link in editors and terminals. */
function detailsOf(file: FileSurvey, path: string): string[] {
  const { findings } = file;
  const ofAll = ofAllTexts(file);
  const absent = findings.filter(({ kind, line }) => kind === 'missing' && line === undefined);
  const absentKeys = absent.map(({ key }) => key).join(', ');
  return [
    ...(ofAll ? [`${path} ${ofAll.words}`] : []),
    ...(absent.length > 0 && ofAll?.kind !== 'missing' ? [`${path} lacks ${absentKeys}.`] : []),
    ...findings
      .filter((finding) => !absent.includes(finding) && finding.kind !== ofAll?.kind)
      .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
      .map((finding) => `${path}:${finding.line}: ${finding.sentence}`),
  ];
}

/** One finding for the whole file, if all its texts have it. */
function ofAllTexts(file: FileSurvey): { kind: FindingKind; words: string } | undefined {
  const { exists, expected, suggested } = file;
  const texts = `(${expected} ${expected === 1 ? 'text' : 'texts'})`;
  if (!exists) return { kind: 'missing', words: `is missing ${texts}.` };
  if (expected === 0)
    return {
      kind: 'unused',
      words: orSuggest('has no English file', suggested && `${suggested}.json`),
    };
  if (count(file, 'same') < expected) return undefined;
  return { kind: 'same', words: `is not translated ${texts}.` };
}

function sum(files: readonly FileSurvey[], folder: string): string {
  const parts = KINDS.flatMap(({ kind, words }) => {
    const having = files.filter((file) => count(file, kind) > 0);
    if (words === undefined || having.length === 0) return [];
    const total = having.reduce((sum, file) => sum + count(file, kind), 0);
    const marks = marksPath(folder, having[0].language);
    const remedy = ` (list their keys or files in ${marks} if that is intended)`;
    return [`${total} ${words}${kind === 'same' ? remedy : ''}`];
  });
  return parts.length > 0 ? `${parts.join('; ')}.` : 'All texts are translated.';
}

const ELSEWHERE = '  on the HTML pages';

/**
 * Formats where texts appear: parameters and fields with their routes, by their titles in `/docs`; for responses, the
 * types that have them.
 *
 * @param document the OpenAPI document with keys instead of its texts
 */
export function presentUses(keys: readonly string[], document: OpenAPIObject): string {
  const uses = textUses(document);
  return keys
    .map((key) => [key, ...(uses.get(key)?.map(lineOf) ?? [ELSEWHERE])].join('\n'))
    .join('\n');
}

const lineOf = ({ kind, name, holders }: TextUse): string =>
  `  ${kind} \`${name}\`${kind === 'type' ? '' : ` of: ${holders.join(', ')}`}`;
