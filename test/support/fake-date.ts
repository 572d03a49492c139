/** All timers except the date: the service needs real ones to wait for its database. */
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

/** Sets the date of this process to a fixed time, until `jest.useRealTimers`. */
export function fakeDate(now: Date | number): void {
  jest.useFakeTimers({ now, doNotFake: TIMERS });
}
