// Runs the program that the first parameter names: its clocks show the milliseconds more, or less,
// that the file named in CLOCK_SHIFTS has for each of them; the file may change while it runs.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { now } = Date;
const steadyNow = performance.now.bind(performance);
const shiftOf = (clock) => JSON.parse(readFileSync(process.env.CLOCK_SHIFTS, 'utf8'))[clock] ?? 0;
const shiftedNow = () => now() + shiftOf('date');

globalThis.Date = new Proxy(Date, {
  get: (date, name) => (name === 'now' ? shiftedNow : date[name]),
  construct: (date, given) => new date(...(given.length === 0 ? [shiftedNow()] : given)),
});
performance.now = () => steadyNow() + shiftOf('steady');

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
