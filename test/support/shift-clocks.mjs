// Runs the program in the first argument with shifted clocks. The file in CLOCK_SHIFTS has the
// offset of each clock in milliseconds; it may change while the program runs.
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
