import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// From jest.config.mjs.
const { readers } = globalThis as unknown as { readers?: string };

/** Whether programs of others read calendars in this run. */
export const hasReaders = (): boolean => readers !== undefined;

/** An event as python3-icalendar reads it. */
interface PythonEvent {
  uid: string;
  summary: string;
  description: string;
  /** Instants of UTC, or days, by its own reading of the zones in the text. */
  dates: string[];
  /** The same by python3-dateutil. */
  others: string[];
  errors: string[];
}

interface PythonCalendar {
  events: PythonEvent[];
  errors: string[];
}

/** What python3-icalendar reads in some calendars. */
export const readByPython = (texts: readonly string[]): PythonCalendar[] =>
  run(String(readers), 'read-calendars.py', texts);

/** What python3-icalendar and sabre/vobject do not like in some calendars. */
export function complaintsOfOthers(texts: readonly string[]): string[] {
  const byPhp = run<string[]>('php', 'validate-calendars.php', texts);
  return readByPython(texts).flatMap(({ events, errors }, place) => {
    const found = [...errors, ...events.flatMap((event) => event.errors), ...byPhp[place]];
    return found.map((complaint) => `${complaint} in ${texts[place].slice(0, 1000)}`);
  });
}

/** One process for all texts. */
function run<T>(command: string, script: string, texts: readonly string[]): T[] {
  const { status, stdout, stderr } = spawnSync(command, [join(__dirname, script)], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T[];
}
