/** Everything but the date: the service waits for its database as ever. */
const TIMERS: FakeableAPI[] = [
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

/** Stops the clock of this process at a moment, until `jest.useRealTimers`. */
export function fakeDate(now: Date | number): void {
  jest.useFakeTimers({ now, doNotFake: TIMERS });
}
