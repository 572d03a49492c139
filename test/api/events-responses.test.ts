import { type Fields, startApp, type TestApp } from '../support/app';
import { writeAndRead } from '../support/same-bytes';

const DATES = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };

const EVERYTHING: Fields = {
  ...DATES,
  title: 'Grüße 🎉 & <b>more</b> ',
  description: '<p>A <em>long</em> text</p> '.repeat(800),
  excerpt: 'Three bands\n\tone lake ',
  image: { url: 'https://images.example/a.png', width: 640, height: 480 },
  cost: '10-20.50',
  website: 'https://example.org/ä?b=c',
  show_map: true,
  sticky: true,
  featured: true,
  ticketed: true,
  custom_fields: {
    b: { label: 'B', value: '<i>x</i>' },
    a: { label: 'A', value: -0 },
    c: { label: 'C', value: 1e-7 },
    d: { label: 'D', value: null },
  },
  venue: [{ venue: 'Answered', geo_lat: -0, geo_lng: 1e-5 }, { venue: 'Second' }],
  organizer: [{ organizer: 'Zoe' }, { organizer: 'Adam' }],
  categories: ['Zebras', 'Apes'],
  tags: ['new', 'b', 'a'],
};

describe('The response to a write of an event', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** A later read must return the bytes of the response to the write. */
  const write = (method: 'POST' | 'PATCH', path: string, fields: Fields): Promise<string> =>
    writeAndRead(
      app,
      method,
      path,
      fields,
      fields.password === undefined ? '' : '?password=sesame',
    );

  it.each<[string, Fields]>([
    ['with little', { title: 'Little', ...DATES }],
    ['with everything', EVERYTHING],
    ['all day', { title: 'Day', start_date: '2031-05-01', end_date: '2031-05-02', all_day: true }],
    ['in another zone', { title: 'Zone', ...DATES, timezone: 'America/St_Johns' }],
    [
      'with parts of seconds',
      {
        title: 'Parts',
        start_date: '2031-05-01T10:00:00.999Z',
        end_date: '2031-05-01T12:00:00.5Z',
      },
    ],
    [
      'long ago',
      { title: 'Old', start_date: '1066-10-14 09:00:00', end_date: '1066-10-14 18:00:00' },
    ],
    [
      'far ahead',
      { title: 'Far', start_date: '9998-12-30 01:00:00', end_date: '9998-12-30 02:00:00' },
    ],
    ['that is hidden', { title: 'Hidden', ...DATES, hide_from_listings: true, tags: ['a'] }],
    ['that is a draft', { title: 'Draft', ...DATES, status: 'draft', categories: ['Apes'] }],
    ['that waits', { title: 'Waits', ...DATES, date: '2030-01-01 00:00:00', tags: ['b'] }],
    [
      'with a password',
      { title: 'Closed', ...DATES, password: 'sesame', venue: [{ venue: 'Second' }] },
    ],
  ])('%s has the bytes of a later read', async (_kind, fields) => {
    const item = await write('POST', '/events', fields);
    for (const change of [
      { title: 'Another title' },
      { custom_fields: { e: { label: 'E', value: '' } }, cost: '', excerpt: '' },
      { venue: [{ venue: 'Third' }], organizer: [], tags: ['c', 'b'], post_parent: 0 },
      { all_day: true, categories: [], image: null, website: '' },
      {},
    ])
      await write('PATCH', item, {
        ...change,
        ...('password' in fields && { password: 'sesame' }),
      });
  });

  it('has the custom fields in the order of the last write', async () => {
    const [a, b] = ['A', 'B'].map((label) => ({ label, value: 1 }));
    const { id } = await app.createEvent({ custom_fields: { a, b } });
    await write('PATCH', `/events/${id}`, { custom_fields: { b, a } });
  });

  it('has the linked records of an event that goes to the trash', async () => {
    const { id } = await app.createEvent({ venue: [{ venue: 'Kept' }], tags: ['kept'] });
    const { body: before } = await app.get<{ tags: Fields[] }>(`/events/${id}`);
    const { body: trashed } = await app.delete(`/events/${id}`);
    expect(trashed).toEqual({
      ...before,
      status: 'trash',
      tags: [{ ...before.tags[0], count: 0 }],
      modified: trashed.modified,
      modified_utc: trashed.modified_utc,
    });
  });
});
