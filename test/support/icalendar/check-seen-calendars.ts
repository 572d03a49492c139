import { complaintsOfOthers, hasReaders } from './outside-readers';
import { seenCalendars } from './seen-calendars';

/** After each file, other programs parse every calendar that the service has returned, if they are installed. */
afterAll(() => {
  const calendars = seenCalendars();
  if (calendars.length > 0 && hasReaders()) expect(complaintsOfOthers(calendars)).toEqual([]);
}, 120_000);
