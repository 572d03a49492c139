import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Set in test/projects/project.mjs.
const { readers } = globalThis as unknown as { readers?: string };

/** Returns true if other programs parse calendars in this run. */
export const hasReaders = (): boolean => readers !== undefined;

/** An event as python3-icalendar parses it. */
interface PythonEvent {
  uid: string;
  summary: string;
  description: string;
  /** Instants in UTC, or days, by its own evaluation of VTIMEZONE. */
  dates: string[];
  /** The same by python3-dateutil. */
  others: string[];
  errors: string[];
}

interface PythonCalendar {
  events: PythonEvent[];
  errors: string[];
}

/** Parses calendars with python3-icalendar. */
export const readByPython = (texts: readonly string[]): PythonCalendar[] =>
  run(String(readers), 'read-calendars.py', texts);

/** Returns the errors that python3-icalendar and sabre/vobject find in calendars. */
export function complaintsOfOthers(texts: readonly string[]): string[] {
  const byPhp = run<string[]>('php', 'validate-calendars.php', texts);
  return readByPython(texts).flatMap(({ events, errors }, index) => {
    const found = [...errors, ...events.flatMap((event) => event.errors), ...byPhp[index]];
    return found.map((complaint) => `${complaint} in ${texts[index].slice(0, 1000)}`);
  });
}

/** Returns the days of rules, each given with its first and last day, by python3-dateutil. */
export const ruleDaysByPython = (rules: readonly string[][]): string[][] =>
  run(String(readers), 'rule-days.py', rules);

/** Instants in UTC, or days. */
export type Span = [start: string, end: string];
/** With the first and the last day. */
export type Expansion = [text: string, first: string, last: string];

/** Returns the events of calendars by python3-recurring-ical-events and by libical. */
export const expandedByPython = (calendars: readonly Expansion[]): [Span[], Span[]][] =>
  run(String(readers), 'expand-calendars.py', calendars);

/** Returns the events of calendars by sabre/vobject, which ignores VTIMEZONE. */
export const expandedByPhp = (calendars: readonly Expansion[]): Span[][] =>
  run('php', 'expand-calendars.php', calendars);

/** Returns the sample files of python3-icalendar by their names. */
export function samplesOfPython(): [name: string, text: string][] {
  const where = 'import icalendar; print(icalendar.__path__[0], end="")';
  const { stdout } = spawnSync(String(readers), ['-c', where], { encoding: 'utf8' });
  const folder = join(stdout, 'tests');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ics'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

/** Runs one process for all inputs. */
function run<T>(command: string, script: string, inputs: readonly unknown[]): T[] {
  const { status, stdout, stderr } = spawnSync(command, [join(__dirname, script)], {
    input: JSON.stringify(inputs),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T[];
}
