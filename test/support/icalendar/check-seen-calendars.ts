import { complaintsOfOthers, hasReaders } from './outside-readers';
import { seenCalendars } from './seen-calendars';

/*
 * After the tests of each file: what others say of every calendar that the service has answered, where
 * the run tests with programs of others.
 */
afterAll(() => {
  const calendars = seenCalendars();
  if (calendars.length > 0 && hasReaders()) expect(complaintsOfOthers(calendars)).toEqual([]);
}, 120_000);
