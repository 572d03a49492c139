import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { useFixture } from './fixture';

/** Heap limit of the command, in megabytes: not enough for the whole file. */
const HEAP = 192;
const EVENTS = 5000;
const DESCRIPTION = 'Three bands, one lake\\, and a boat. '.repeat(1000);

const event = (number: number): string =>
  `BEGIN:VEVENT
UID:${number}@example.org
DTSTART;TZID=Europe/Berlin:20270501T200000
DTEND;TZID=Europe/Berlin:20270501T230000
SUMMARY:Jazz in the park ${number}
DESCRIPTION:${DESCRIPTION}
LOCATION:Stadtpark
END:VEVENT
`.replaceAll('\n', '\r\n');

describe(`An import with a heap of ${HEAP} MB`, () => {
  const fixture = useFixture();

  it('reads a file of 180 MB', async () => {
    const { workplace } = fixture;
    const path = join(workplace.folder, 'events.ics');
    const file = await open(path, 'w');
    await file.write('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n');
    for (let number = 1; number <= EVENTS; number += 1) await file.write(event(number));
    await file.write('END:VCALENDAR\r\n');
    await file.close();
    const { code, stdout, stderr } = await workplace.run(['import', 'ics', path], {
      DATABASE_URL: `sqlite:${workplace.folder}/calendar.sqlite`,
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    });
    expect(stdout).toMatch(new RegExp(`^Created +${EVENTS}$`, 'm'));
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }, 180_000);
});
