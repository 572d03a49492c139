import type { FileSurvey, Finding, FindingKind } from './survey';

const HEAD = ['Language', 'File', 'Translated', 'Missing', 'Unused', 'Placeholders', 'Same as en'];

/**
 * A survey in words: a table by language and file, then what is to be done and where, then the sum.
 *
 * @param pathOf where a file is
 */
export function presentSurvey(
  survey: readonly FileSurvey[],
  pathOf: (language: string, name: string) => string,
): string {
  const details = survey.flatMap((file) => detailsOf(file, pathOf(file.language, file.name)));
  return [
    table([HEAD, ...survey.map(rowOf)]),
    ...(details.length > 0 ? [details.join('\n')] : []),
    sum(survey),
  ].join('\n\n');
}

const count = ({ findings }: FileSurvey, kind: FindingKind): number =>
  findings.filter((finding) => finding.kind === kind).length;

function rowOf(file: FileSurvey): string[] {
  const { language, name, expected, translated } = file;
  const isBroken = count(file, 'broken') > 0;
  const figures = (['missing', 'unused', 'placeholders', 'same'] as const).map((kind) =>
    count(file, kind),
  );
  return [
    language,
    name,
    isBroken ? 'broken' : `${translated} of ${expected}`,
    ...figures.map((figure) => (figure > 0 ? String(figure) : '-')),
  ];
}

/** Columns of names to the left, columns of figures to the right. */
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

/** `<path>:<line>: <sentence>`: editors and terminals open it at the place. */
function detailsOf({ exists, expected, findings }: FileSurvey, path: string): string[] {
  if (!exists) return [`${path} is missing (${expected} texts).`];
  const absent = findings.filter(({ kind, line }) => kind === 'missing' && line === undefined);
  const absentKeys = absent.map(({ subject }) => subject).join(', ');
  return [
    ...(absent.length > 0 ? [`${path} lacks ${absentKeys}.`] : []),
    ...findings
      .filter((finding) => !absent.includes(finding))
      .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
      .map((finding) => `${path}:${finding.line}: ${sentenceOf(finding)}.`),
  ];
}

function sentenceOf({ kind, subject, detail }: Finding): string {
  switch (kind) {
    case 'broken':
      return subject;
    case 'missing':
      return `${subject} is empty`;
    case 'unused':
      return `${subject} is not used`;
    case 'placeholders':
      return `${subject} ${detail}`;
    case 'same':
      return `${subject} is the same as in English`;
  }
}

function sum(survey: readonly FileSurvey[]): string {
  const [broken, missing, placeholders] = (['broken', 'missing', 'placeholders'] as const).map(
    (kind) => survey.reduce((total, file) => total + count(file, kind), 0),
  );
  const wrong = [
    ...(broken > 0 ? [`${broken} broken, which keeps the service from starting`] : []),
    ...(missing > 0 ? [`${missing} missing, for which English stands in`] : []),
    ...(placeholders > 0 ? [`${placeholders} with placeholders that do not match`] : []),
  ];
  return wrong.length > 0 ? `${wrong.join('; ')}.` : 'Every text is translated.';
}
