import type { Role } from '../../src/platform/http/context';
import { parse } from 'csv-parse/sync';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { Callers } from '../support/callers';

interface Report {
  created: number;
  updated: number;
  unchanged: number;
  edited_here: number;
  rejected: unknown[];
  notes: string[];
}

/** The columns of the import, in the order of its documentation, then those of this calendar. */
const HEADER =
  'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Time Zone,' +
  'All Day Event,Event Description,Event Excerpt,Event Venue Name,Event Organizer Name(s) or ID(s),' +
  'Event Category,Event Tags,Event Cost,Event Currency Symbol,Event Currency Position,Event Website,' +
  'Event Featured Image,Event Show Map,Event Show Map Link,Feature Event,Event Sticky in Month View,' +
  'Hide Event From Event Listings,event_status,event_status_reason,is_virtual,virtual_event_type,' +
  'virtual_url,slug,status,ticketed,uid,virtual_show_to,date_utc';
const DATES = { start_date: '2030-03-01', end_date: '2030-03-31' };
const LONG = `${'long '.repeat(18_000)}"quoted", and a line\nwith ; and \t tab`;

const day = (days: number): string =>
  new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

const rowsOf = (text: string): Record<string, string>[] =>
  parse<Record<string, string>>(text, { columns: true, bom: true });

describe('Tables', () => {
  let callers: Callers;
  let app: TestApp;
  let sources = 0;

  const table = async (query: Fields = {}, role: Role = 'editor') => {
    const { status, headers, body } = await callers.as(role, 'GET', '/events.csv', undefined, {
      ...DATES,
      ...query,
    });
    expect({ status, body: status === 200 || body }).toEqual({ status: 200, body: true });
    return { headers, text: body as unknown as string };
  };
  const send = async (text: string, query: Fields = {}): Promise<Report> => {
    const { status, body } = await app.request<Report & Fields>('POST', '/imports', {
      query: { source: `table ${++sources}`, ...query },
      body: text,
      headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${callers.keys.editor}` },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { rejected: [] } });
    return body;
  };
  const make = async (title: string, fields: Fields = {}): Promise<CreatedRecord> => {
    const times = { start_date: '2030-03-05 20:00', end_date: '2030-03-05 22:30' };
    const { status, body } = await callers.as('editor', 'POST', '/events', {
      title,
      ...times,
      ...fields,
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as CreatedRecord;
  };
  const read = async (id: number): Promise<Fields> =>
    (await callers.as('editor', 'GET', `/events/${id}`)).body;
  const states = async (): Promise<Map<number, string>> => {
    const { body } = await callers.as('editor', 'GET', '/events', undefined, {
      ...DATES,
      status: 'publish,draft,private,future,pending',
      per_page: 50,
    });
    const events = body.events as CreatedRecord[];
    const etags = await Promise.all(
      events.map(async ({ id }) => {
        const { headers } = await callers.as('editor', 'GET', `/events/${id}`);
        return [id, headers.get('etag') ?? ''] as const;
      }),
    );
    return new Map(etags);
  };

  beforeAll(async () => {
    callers = await Callers.start({ TIMEZONE: 'Europe/Berlin' });
    ({ app } = callers);
  });
  afterAll(() => app.close());

  it('have the columns that an import reads', async () => {
    await make('Reading', {
      timezone: 'America/New_York',
      description: '<p>First line\nsecond "line"</p>',
      venue: [{ venue: 'Hall, left' }, { venue: 'Hall right' }],
      organizer: [{ organizer: 'Baker, Ann "The Cat"' }, { organizer: 'Club' }],
      categories: ['Talks', 'Jazz, blues'],
      tags: ['Free'],
      cost: '10 - 20 EUR',
      website: 'https://example.org/?a=1&b=2',
      image: 'https://example.org/a.png',
      featured: true,
      virtual_url: 'https://meet.example.org/',
      virtual_show_to: 'editors',
      is_virtual: true,
      virtual_event_type: 'hybrid',
      event_status: 'postponed',
      event_status_reason: 'Storm; later, perhaps',
      date_utc: '2025-01-02 03:04:05',
    });
    const { headers, text } = await table();
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="events.csv"');
    expect(headers.get('x-tec-total')).toBe('1');
    expect(text.split('\r\n')[0]).toBe(HEADER);
    const [row] = rowsOf(text);
    expect(row).toMatchObject({
      'Event Name': 'Reading',
      'Event Start Date': '2030-03-05',
      'Event Start Time': '20:00:00',
      'Event End Time': '22:30:00',
      'Event Time Zone': 'America/New_York',
      'All Day Event': 'false',
      'Event Description': '<p>First line\nsecond "line"</p>',
      'Event Venue Name': 'Hall, left',
      'Event Organizer Name(s) or ID(s)': '"Baker, Ann ""The Cat""", Club',
      'Event Category': '"Jazz, blues", Talks',
      'Event Tags': 'Free',
      'Event Currency Symbol': '',
      'Event Website': 'https://example.org/?a=1&b=2',
      'Event Featured Image': 'https://example.org/a.png',
      'Feature Event': 'true',
      event_status: 'postponed',
      event_status_reason: 'Storm; later, perhaps',
      virtual_url: 'https://meet.example.org/',
      virtual_show_to: 'editors',
      status: 'publish',
      date_utc: '2025-01-02 03:04:05',
    });
    const [open] = rowsOf((await table({}, 'anonymous')).text);
    expect(open).toMatchObject({ virtual_url: '', virtual_show_to: '', 'Event Name': 'Reading' });
  });

  it('accept the filters of the list, and begin with a byte order mark on request', async () => {
    await make('Other', { categories: ['Film'] });
    expect(rowsOf((await table({ categories: 'film' })).text)).toHaveLength(1);
    expect((await table({ search: 'nothing' })).text).toBe(`${HEADER}\r\n`);
    expect((await table({ bom: true })).text.startsWith('\ufeffEvent Name,')).toBe(true);
    for (const query of [{ categories: 'unknown' }, { page: 2 }, { orderby: 'title' }])
      expect((await callers.as('editor', 'GET', '/events.csv', undefined, query)).status).toBe(400);
  });

  it('show as much of protected and hidden events as the list', async () => {
    await make('Behind a password', {
      password: 'secret',
      description: 'secretive',
      venue: { venue: 'Secret hall' },
      categories: ['Secrets'],
    });
    await make('Not listed', { hide_from_listings: true });
    await make('A draft', { status: 'draft' });
    const { text } = await table({}, 'anonymous');
    expect(text).not.toMatch(/secretive|Secret hall|Secrets|Not listed|A draft/);
    const redacted = rowsOf(text).find(({ slug }) => slug === 'behind-a-password');
    expect(redacted).toMatchObject({
      'Event Name': 'Behind a password',
      'Event Description': '',
      'Event Show Map': '',
      status: 'private',
    });
    const whole = rowsOf((await table()).text).find(({ slug }) => slug === 'behind-a-password');
    expect(whole).toMatchObject({ 'Event Description': 'secretive', status: 'private' });
    expect(
      (await callers.as('anonymous', 'GET', '/events.csv', undefined, { status: 'draft' })).status,
    ).toBe(401);
  });

  it('change nothing when they are imported as they are', async () => {
    for (const [n, text] of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      "'=1",
      "''x",
      "'tis",
      '"quoted"',
      'a, b; c',
      '<b> & "c"',
      'שלום, עולם',
    ].entries())
      await make(text, {
        description: `${text}\n${text}`,
        organizer: { organizer: text },
        tags: [text.replace(/^[<]b>/, 'b'), `tag ${n}`],
      });
    await make('Long', { description: LONG });
    await make('All day', { all_day: true });
    await make('Overnight', { start_date: '2030-03-31 01:30', end_date: '2030-04-01 00:00' });
    for (const [cost, venue] of [
      [['10', '20'], 'Twin'],
      ['Free entry', 'Twin'],
      ['0', 'Twin'],
    ])
      await make(`Cost ${String(cost)}`, { cost, venue: { venue } });
    const all = { status: 'publish,draft,private' };
    const before = await states();
    const { text } = await table(all);
    const count = rowsOf(text).length;
    expect(count).toBeGreaterThan(20);
    const cells = rowsOf(text).flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    const same = { created: 0, updated: 0, unchanged: count, edited_here: 0 };
    const kept = 'Events with a password, which were left as they are: 1.';
    for (const written of [
      text,
      `\ufeff${text}`,
      text.replaceAll('\r\n', '\n'),
      text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'),
      text.replaceAll(',true,', ',TRUE,').replaceAll(',false,', ',FALSE,'),
    ])
      expect(await send(written)).toMatchObject({ ...same, notes: [kept] });
    expect(await send(text, { dry_run: true })).toMatchObject(same);
    expect(await send(text, { overwrite: true, source: 'again' })).toMatchObject(same);
    expect(await states()).toEqual(before);
  });

  it('change exactly the fields that were changed in them', async () => {
    const event = await make('Typoo', {
      venue: [{ venue: 'First' }, { venue: 'Second' }],
      organizer: [{ organizer: 'Twin, one' }, { organizer: 'Another' }],
      cost: '10 - 20 EUR',
      custom_fields: { colour: { label: 'Colour', value: 'red' } },
    });
    const before = await states();
    const { text } = await table();
    const report = await send(text.replace('Typoo', 'Typo'));
    expect(report).toMatchObject({ created: 0, updated: 1, edited_here: 0 });
    const { title, modified, modified_utc, json_ld, ...rest } = await read(event.id);
    expect(title).toBe('Typo');
    expect(rest).toMatchObject({
      slug: event.slug,
      uid: event.uid,
      cost: event.cost,
      venue: [{ venue: 'First' }, { venue: 'Second' }],
      organizer: event.organizer,
      custom_fields: event.custom_fields,
    });
    expect([modified, modified_utc, json_ld]).not.toContain(undefined);
    const after = await states();
    expect([...after].filter(([id, etag]) => before.get(id) !== etag).map(([id]) => id)).toEqual([
      event.id,
    ]);
    const place = (venue: string): string =>
      `uid,Event Name,Event Start Date,Event Start Time,Event Venue Name\n${String(event.uid)},Typo,2030-03-05,20:00,${venue}`;
    await send(place('Third'));
    expect(await read(event.id)).toMatchObject({
      title: 'Typo',
      end_date: '2030-03-05 22:30:00',
      venue: [{ venue: 'Third' }, { venue: 'Second' }],
    });
  });

  it.each([
    ['the name', 'Event Name,Event Start Date', 'New,2030-03-05', '05 20:00–06 01:00'],
    ['the day', 'Event Name,Event Start Date', 'New,2030-03-04', '04 20:00–06 01:00'],
    ['the hour', 'Event Name,Event Start Date', 'New,2030-03-05 19:00', '05 19:00–06 01:00'],
    [
      'the last day',
      'Event Name,Event Start Date,Event End Date',
      'New,2030-03-05,2030-03-07',
      '05 20:00–07 01:00',
    ],
    [
      'the last hour',
      'Event Name,Event Start Date,Event End Time',
      'New,2030-03-05,02:00',
      '05 20:00–06 02:00',
    ],
    [
      'an end that is removed',
      'Event Name,Event Start Date,Event End Date',
      'New,2030-03-05,',
      '05 20:00–05 20:00',
    ],
  ])(
    'change only %s of a table without the other columns',
    async (_name, columns, cells, dates) => {
      const { id, uid } = await make('Old', {
        timezone: 'Asia/Tokyo',
        end_date: '2030-03-06 01:00',
      });
      expect(await send(`uid,${columns}\n${String(uid)},${cells}`)).toMatchObject({ updated: 1 });
      const event = await read(id);
      const [start, end] = [event.start_date, event.end_date].map((date) =>
        String(date).slice(8, 16),
      );
      expect([event.title, event.timezone, `${start}–${end}`]).toEqual([
        'New',
        'Asia/Tokyo',
        dates,
      ]);
    },
  );

  it('move an event to another day by their first column of dates', async () => {
    const { id, uid } = await make('Movable');
    const columns = 'uid,Event Name,Event Start Date,Event End Time';
    await send(`${columns}\n${String(uid)},Movable,2030-03-20,23:00`);
    expect(await read(id)).toMatchObject({
      start_date: '2030-03-20 20:00:00',
      end_date: '2030-03-20 23:00:00',
    });
  });

  describe('with texts in other languages', () => {
    const translationsOf = async (id: number): Promise<unknown> => {
      const { body } = await callers.as('editor', 'GET', `/events/${id}`, undefined, {
        translations: true,
      });
      return body.translations;
    };
    const exported = async (...events: CreatedRecord[]): Promise<string> =>
      (await table({ include: events.map(({ id }) => id) })).text;
    /** Returns the table with other columns, and with the cells that `edit` returns. */
    const edited = (
      text: string,
      edit: (row: Record<string, string>) => Record<string, string>,
    ): string => {
      const rows = rowsOf(text).map(edit);
      const line = (cells: string[]): string =>
        cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
      return [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]
        .map(line)
        .join('\r\n');
    };
    let french: CreatedRecord;
    let german: CreatedRecord;
    const TEXTS = {
      fr: {
        title: '=Concert, « en plein air »',
        description: '<p>Un\n"deux"</p>',
        excerpt: 'Bref',
      },
      'pt-BR': { title: 'Concerto' },
    };
    beforeEach(async () => {
      french = await make('Concert', {
        event_status: 'postponed',
        event_status_reason: 'Rain',
        translations: { ...TEXTS, es: { event_status_reason: 'Lluvia' } },
      });
      german = await make('Konzert', {
        language: 'de',
        translations: { en: { title: 'Concert' }, fr: { title: 'Concert' } },
      });
    });

    // Tables have no main language, so that another calendar would not read its rows.
    afterEach(() => callers.as('editor', 'DELETE', `/events/${german.id}`));

    it('have a column for each that a row has', async () => {
      const text = await exported(french, german);
      const [header] = text.split('\r\n');
      expect(header.slice(HEADER.length + 1)).toBe(
        'Event Name (en),Event Name (fr),Event Description (fr),Event Excerpt (fr),Event Name (pt-BR)',
      );
      const rows = rowsOf(text);
      expect(rows[0]).toMatchObject({
        'Event Name': 'Concert',
        'Event Name (fr)': `'${TEXTS.fr.title}`,
        'Event Description (fr)': TEXTS.fr.description,
        'Event Excerpt (fr)': 'Bref',
        'Event Name (pt-BR)': 'Concerto',
        'Event Name (en)': '',
      });
      expect(rows[1]).toMatchObject({ 'Event Name': 'Konzert', 'Event Name (en)': 'Concert' });
      expect((await exported(await make('Plain'))).split('\r\n')[0]).toBe(HEADER);
      const hidden = await make('Hidden', { password: 'x', translations: TEXTS });
      const { text: open } = await table({ include: hidden.id }, 'anonymous');
      expect(rowsOf(open)[0]['Event Name (pt-BR)']).toBe('Concerto');
      expect(open).not.toMatch(/deux|Bref/);
    });

    it('change nothing when they are imported as they are', async () => {
      const text = await exported(french, german);
      const before = await states();
      for (const query of [{}, { overwrite: true }])
        expect(await send(text, query)).toMatchObject({ updated: 0, unchanged: 2 });
      expect(await states()).toEqual(before);
    });

    it('have the main texts in the other columns, whatever the language of the request', async () => {
      const query = { include: [french.id, german.id] };
      const { text } = await table(query);
      expect((await table({ ...query, lang: 'fr' })).text).toBe(text);
      const changed = text.replace('Konzert', 'Oper');
      expect(await send(changed, { lang: 'fr' })).toMatchObject({ updated: 1, unchanged: 1 });
      expect(await read(german.id)).toMatchObject({ title: 'Oper' });
      expect(await translationsOf(german.id)).toMatchObject({ fr: { title: 'Concert' } });
    });

    it('change the translation of an edited cell alone', async () => {
      const text = edited(await exported(french, german), (row) => ({
        ...row,
        'Event Name (fr)': row['Event Name (fr)'].replace('=Concert', '=Récital'),
      }));
      expect(await send(text)).toMatchObject({ updated: 1, unchanged: 1 });
      expect(await translationsOf(french.id)).toEqual({
        ...TEXTS,
        es: { event_status_reason: 'Lluvia' },
        fr: { ...TEXTS.fr, title: '=Récital, « en plein air »' },
      });
      expect(await read(french.id)).toMatchObject({ title: 'Concert' });
    });

    it('change rows of several main languages', async () => {
      const text = edited(await exported(french, german), (row) => ({
        ...row,
        'Event Name (fr)': 'Récital',
      }));
      expect(await send(text)).toMatchObject({ updated: 2, rejected: [] });
      expect(await translationsOf(german.id)).toEqual({
        en: { title: 'Concert' },
        fr: { title: 'Récital' },
      });
    });

    it('add a language by its column', async () => {
      const text = edited(await exported(french), (row) => ({
        ...row,
        'event name (zh-hant-tw)': '音樂會',
      }));
      expect(await send(text)).toMatchObject({ updated: 1, notes: [] });
      expect(await read(french.id)).toMatchObject({
        languages: ['en', 'fr', 'pt-BR', 'zh-Hant-TW'],
      });
    });

    it('leave the texts whose column is missing', async () => {
      const missing = ['Event Excerpt (fr)', 'Event Name (pt-BR)'];
      const text = edited(await exported(french), (row) =>
        Object.fromEntries(
          Object.entries({ ...row, 'Event Name (fr)': 'Récital' }).filter(
            ([column]) => !missing.includes(column),
          ),
        ),
      );
      expect(await send(text)).toMatchObject({ updated: 1 });
      expect(await translationsOf(french.id)).toMatchObject({
        fr: { ...TEXTS.fr, title: 'Récital' },
        'pt-BR': TEXTS['pt-BR'],
      });
    });

    it('remove the text of an empty cell', async () => {
      const text = edited(await exported(french), (row) => ({ ...row, 'Event Excerpt (fr)': ' ' }));
      expect(await send(text)).toMatchObject({ updated: 1 });
      const { title, description } = TEXTS.fr;
      expect(await translationsOf(french.id)).toEqual({
        es: { event_status_reason: 'Lluvia' },
        fr: { title, description },
        'pt-BR': TEXTS['pt-BR'],
      });
    });

    it('name the column that is none of a language', async () => {
      const text = edited(await exported(french), (row) => ({
        ...row,
        'Event Name (klingon-x)': 'x',
        'Event Website (fr)': 'https://example.org/',
      }));
      const { notes, unchanged } = await send(text);
      expect(unchanged).toBe(1);
      expect(notes.join()).toContain('Event Name (klingon-x)');
      expect(notes.join()).toContain('Event Website (fr)');
    });
  });

  it('change one occurrence of a series', async () => {
    const { body } = await callers.as('editor', 'POST', '/series', {
      title: 'Weekly',
      start_date: `${day(10)} 19:00`,
      end_date: `${day(10)} 20:00`,
      rrule: 'FREQ=WEEKLY;COUNT=4',
    });
    // Occurrences are created some months ahead.
    const query = { series: body.id, start_date: day(0), end_date: day(60) };
    const { text } = await table(query);
    expect(await send(text)).toMatchObject({ unchanged: 4, updated: 0 });
    const lines = text.split('\r\n');
    lines[2] = lines[2].replace('Weekly', 'Special');
    expect(await send(lines.join('\r\n'))).toMatchObject({ unchanged: 3, updated: 1 });
    const found = rowsOf((await table(query)).text);
    expect(found.map((row) => row['Event Name'])).toEqual([
      'Weekly',
      'Special',
      'Weekly',
      'Weekly',
    ]);
    const { body: changed } = await callers.as(
      'editor',
      'GET',
      `/events/by-uid/${encodeURIComponent(found[1].uid)}`,
    );
    expect(changed).toMatchObject({ overrides: ['title'], series: body.id });
  });

  it('leave an event that was edited since an earlier import, unless they overwrite it', async () => {
    const event = await make('First title');
    const source = { source: 'edited' };
    const exported = async (): Promise<string> => (await table({ include: event.id })).text;
    const first = await exported();
    expect(await send(first.replace('First', 'Second'), source)).toMatchObject({ updated: 1 });
    await callers.as('editor', 'PATCH', `/events/${event.id}`, { website: 'https://example.org/' });
    const second = await exported();
    expect(await send(second, source)).toMatchObject({ unchanged: 1, edited_here: 0 });
    const third = second.replace('Second', 'Third');
    expect(await send(third, source)).toMatchObject({ edited_here: 1 });
    expect(await send(third, { ...source, overwrite: true })).toMatchObject({ updated: 1 });
    expect(await read(event.id)).toMatchObject({
      title: 'Third title',
      website: 'https://example.org/',
    });
    await callers.as('editor', 'DELETE', `/events/${event.id}`);
    expect(await send(third, { source: 'of another name' })).toMatchObject({ edited_here: 1 });
  });

  it('do not change events with a password', async () => {
    const event = await make('Kept', { password: 'secret' });
    const { text } = await table({ search: 'Kept' });
    expect(
      await send(text.replace('Kept', 'Opened').replace(',private,', ',publish,')),
    ).toMatchObject({
      updated: 0,
      unchanged: 1,
      notes: ['Events with a password, which were left as they are: 1.'],
    });
    expect(await read(event.id)).toMatchObject({ title: 'Kept', status: 'publish' });
  });

  it('fill another calendar', async () => {
    const { text } = await table();
    const other = await startApp();
    const { body } = await other.request<Report & Fields>('POST', '/imports', {
      query: { source: 'copy' },
      body: text,
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(body).toMatchObject({ created: rowsOf(text).length, rejected: [] });
    const list = await other.list('/events', { ...DATES, per_page: 50 });
    const [reading] = list.filter(({ slug }) => slug === 'reading');
    expect(reading).toMatchObject({
      organizer: [{ organizer: 'Baker, Ann "The Cat"' }, { organizer: 'Club' }],
      categories: [{ name: 'Jazz, blues' }, { name: 'Talks' }],
      date_utc: '2025-01-02 03:04:05',
      virtual_url: 'https://meet.example.org/',
    });
    expect(list.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['=1+1', "'=1", "''x", "'tis", '@SUM(A1)']),
    );
    expect(list.map(({ title }) => title)).not.toContain('Behind a password');
    await other.close();
  });
});
