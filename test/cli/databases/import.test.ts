import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { CalendarSource, ImportsService } from '../../../src/calendar/imports';
import { contentOf } from '../../../src/calendar/imports/import-source';
import { Calendar } from '../../../src/cli/calendar';
import { type Fields, startApp, type TestApp } from '../../support/app';
import { Callers } from '../../support/callers';
import { changesSince, NO_RECORDS, recordTables, unnotedWrites } from '../../support/change-log';
import { createTestDatabase, databaseKind } from '../../support/databases';
import { type Outcome, Workplace } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';
import { recordedSite, SiteStub } from '../../support/site/site-stub';
import { StatementLog } from '../../support/statement-log';

const calendar = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\n');

const event = (uid: string, title = uid): string =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDTSTART:20300501T100000Z\nEND:VEVENT`;

/** How a file or a site is read does not depend on the database: once is enough. */
const itOnce = databaseKind === 'sqlite' ? it : it.skip;

const counts = ({ stdout }: Outcome): Record<string, number> =>
  Object.fromEntries(
    [...stdout.matchAll(/^([A-Z][a-z]+(?: here)?) {2,}(\d+)/gm)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  );

const NOTHING = {
  Created: 0,
  Updated: 0,
  Unchanged: 0,
  'Edited here': 0,
  Removed: 0,
  Rejected: 0,
};

describe('The import of', () => {
  let workplace: Workplace;
  let app: TestApp;

  beforeEach(async () => {
    workplace = await Workplace.create();
    app = await startApp();
  });
  afterEach(async () => {
    await app.close();
    await workplace.remove();
  });

  const write = (name: string, text: string): Promise<void> =>
    writeFile(join(workplace.folder, name), text);
  const run = (...command: string[]): Promise<Outcome> =>
    runInProcess(workplace.folder, ['import', ...command], { DATABASE_URL: app.databaseUrl });
  const events = async (query: Fields = {}): Promise<(Fields & { id: number })[]> =>
    app.list('/events', {
      start_date: '2000-01-01',
      end_date: '2100-01-01',
      per_page: 50,
      ...query,
    });

  describe('another instance of this service', () => {
    let other: Callers;

    beforeEach(async () => {
      other = await Callers.start();
    });
    afterEach(() => other.app.close());

    it('makes neither protected events nor hidden links to join public', async () => {
      const online = { is_virtual: true, virtual_url: 'https://meet.example.org/one' };
      const made: Fields[] = [
        // All test databases have one UUID, so that derived uids would be the same in both.
        { title: 'Open', uid: 'open@example.org', ...online },
        { title: 'Kept', ...online, virtual_show_to: 'editors' },
        { title: 'Draft', ...online, status: 'draft' },
        { title: 'Locked', description: 'Secret', password: 'Sesame' },
      ];
      for (const fields of made)
        expect(
          await other.as('administrator', 'POST', '/events', other.fieldsOf('event', fields)),
        ).toMatchObject({ status: 201 });
      const address = `${other.app.origin}/cal/events/v1`;
      const locked = /^\S+: events\/4 "Locked": is protected by a password; /;
      expect((await run('tec', address)).stderr).toMatch(locked);
      expect(await events()).toHaveLength(2);
      const key = `administrator-key:${other.keys.administrator}`;
      expect((await run('tec', address, '--key', key)).stderr).toContain(
        'events/4 "Locked": is not in the public list of the site, and may be protected by a password; ',
      );
      const rows = await app.nest
        .get(DataSource)
        .query<Fields[]>('SELECT title, virtual_show_to AS readers FROM events');
      expect(Object.fromEntries(rows.map(({ title, readers }) => [title, readers]))).toEqual({
        Open: 'everyone',
        Kept: 'editors',
        Draft: 'editors',
      });
    });

    it('is refused if it is the same calendar', async () => {
      await other.as('administrator', 'POST', '/events', other.fieldsOf('event', { uid: 'a@b' }));
      const outcome = await runInProcess(
        workplace.folder,
        ['import', 'tec', `${other.app.origin}/cal/events/v1`],
        { DATABASE_URL: other.app.databaseUrl },
      );
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toContain('The site is this calendar: event 1 is the same in both.\n');
    });
  });

  describe('an iCalendar file', () => {
    it('prints a summary, and repeats without a write', async () => {
      await write('feed.ics', calendar(event('a'), event('b')));
      const first = await run('ics', 'feed.ics');
      expect(first).toMatchObject({ code: 0, stderr: '' });
      expect(first.stdout).toMatch(/^Import of feed\.ics\nCreated +2\n/);
      const before = await recordTables(app.nest);
      const second = await run('ics', 'feed.ics');
      expect(second.code).toBe(0);
      expect(counts(second)).toEqual({ ...NOTHING, Unchanged: 2 });
      expect(await recordTables(app.nest)).toEqual(before);
    });

    it('prints rejected events with their line, and exits with 1', async () => {
      await write('feed.ics', calendar(event('a'), event('b').replace('20300501', '20300231')));
      const outcome = await run('ics', 'feed.ics');
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toBe(
        'feed.ics: line 8 (b): DTSTART: "20300231T100000Z" is not a date or time of iCalendar\n',
      );
      expect(counts(outcome)).toEqual({ ...NOTHING, Created: 1, Rejected: 1 });
    });

    it('moves events to the trash that the source has no more, and restores them', async () => {
      const prune = ['ics', 'feed.ics', '--source', 'feed.ics', '--prune'];
      await write('feed.ics', calendar(event('a'), event('b'), event('c')));
      await run(...prune);
      const [a, , c] = await events({ orderby: 'title' });
      await app.patch(`/events/${c.id}`, { title: 'Edited' });
      await write('feed.ics', calendar(event('b')));
      const dry = await run(...prune, '--dry-run');
      expect(dry.stdout).toContain('Dry run of feed.ics: nothing was written.');
      const wet = await run(...prune);
      for (const outcome of [dry, wet])
        expect(counts(outcome)).toEqual({
          ...NOTHING,
          Unchanged: 1,
          Removed: 1,
          'Edited here': 1,
        });
      expect((await app.get(`/events/${a.id}`)).body).toMatchObject({ status: 'trash' });
      expect((await app.get(`/events/${c.id}`)).body).toMatchObject({ status: 'publish' });
      await write('feed.ics', calendar(event('a'), event('b'), event('c')));
      expect(counts(await run(...prune))).toEqual({ ...NOTHING, Updated: 1, Unchanged: 2 });
      expect((await app.get(`/events/${a.id}`)).body).toMatchObject({ status: 'publish' });
    });

    const day = (after: number): string =>
      new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const weekly = event('weekly')
      .replace('20300501', day(1))
      .replace('Z\n', 'Z\nRRULE:FREQ=WEEKLY;COUNT=3\n');
    const moved = event('weekly', 'late')
      .replace('20300501', day(9))
      .replace('Z\n', `Z\nRECURRENCE-ID:${day(8)}T100000Z\n`);

    const contents = async (of: TestApp): Promise<unknown> => {
      const shown: string[] = [];
      const names = (list: unknown, name: string): unknown =>
        [list].flat().map((one) => (one as Fields)[name]);
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body } = await of.get<{ events: Fields[]; total_pages: number }>('/events', {
          start_date: '2000-01-01',
          end_date: '2100-01-01',
          per_page: 50,
          page,
        });
        pages = body.total_pages;
        for (const { title, start_date, venue, organizer, categories } of body.events)
          shown.push(
            JSON.stringify([
              title,
              start_date,
              names(venue, 'venue'),
              names(organizer, 'organizer'),
              names(categories, 'name'),
            ]),
          );
      }
      const { venues, organizers, categories } = await recordTables(of.nest);
      return [shown.sort(), venues.size, organizers.size, categories.size];
    };

    it('can be resumed after it was killed, with the events of an undisturbed import', async () => {
      const numbered = (n: number): string =>
        (n % 20 === 7 ? weekly.replaceAll('weekly', `weekly-${n}`) : event(`event-${n}`)).replace(
          'END:',
          [
            `LOCATION:Hall ${n % 300}`,
            `ORGANIZER;CN=Club ${n % 70}:mailto:club${n % 70}@example.org`,
            `CATEGORIES:Topic ${n % 40}`,
            'END:',
          ].join('\n'),
        );
      const all = Array.from({ length: 1000 }, (_event, n) => numbered(n));
      await write('feed.ics', calendar(...all));
      const command = ['import', 'ics', 'feed.ics'];
      const killed = workplace.begin(command, { DATABASE_URL: app.databaseUrl });
      while ((await events()).length === 0) await sleep(10);
      expect(await killed.end('SIGKILL')).toMatchObject({ code: null, stdout: '' });
      const { Created, Unchanged, ...others } = counts(await run('ics', 'feed.ics'));
      expect(Created).toBeGreaterThan(0);
      expect({ ...others, read: Created + Unchanged }).toEqual({
        'Edited here': 0,
        Rejected: 0,
        Removed: 0,
        Updated: 0,
        read: all.length,
      });

      const database = await createTestDatabase();
      const undisturbed = await startApp({ DATABASE_URL: database.url });
      await runInProcess(workplace.folder, command, { DATABASE_URL: undisturbed.databaseUrl });
      expect(await contents(app)).toEqual(await contents(undisturbed));
      await undisturbed.close();
      await database.drop();
    }, 60_000);

    it('moves series to the trash that the source has no more, and restores them', async () => {
      const prune = ['ics', 'feed.ics', '--source', 'feed.ics', '--prune'];
      await write('feed.ics', calendar(event('b'), weekly, moved));
      const first = await run(...prune);
      expect(first.stdout).toContain('Created      2  (1 of them series)');
      const before = await events();
      expect(before).toHaveLength(4);
      // The source has this VEVENT, although it cannot be read.
      await write('feed.ics', calendar(event('b'), weekly.replace('WEEKLY', 'FORTNIGHTLY')));
      expect(counts(await run(...prune))).toEqual({ ...NOTHING, Unchanged: 1, Rejected: 1 });
      await write('feed.ics', calendar(event('b')));
      expect(counts(await run(...prune))).toEqual({ ...NOTHING, Unchanged: 1, Removed: 1 });
      expect(await events()).toHaveLength(1);
      await write('feed.ics', calendar(event('b'), weekly, moved));
      expect(counts(await run(...prune))).toEqual({ ...NOTHING, Updated: 1, Unchanged: 1 });
      expect((await events()).map(({ id, title }) => [id, title])).toEqual(
        before.map(({ id, title }) => [id, title]),
      );
      expect(counts(await run(...prune))).toEqual({ ...NOTHING, Unchanged: 2 });
    });

    /** Without the command, which would start a service of its own. */
    const prune = (...events: string[]): Promise<unknown> => {
      const context = new Calendar().operator(app.nest);
      return app.nest
        .get(ImportsService)
        .run(
          new CalendarSource(contentOf(Buffer.from(calendar(...events))), context),
          { source: 'feed', prune: true },
          context,
        );
    };

    it('stores the keys of overrides in one statement', async () => {
      const canceled = event('weekly')
        .replace('20300501', day(15))
        .replace('Z\n', `Z\nSTATUS:CANCELLED\nRECURRENCE-ID:${day(15)}T100000Z\n`);
      const log = new StatementLog();
      app.nest.get(DataSource).logger = log;
      await prune(weekly, moved, canceled);
      const inserted = log
        .take()
        .filter(({ sql }) => /^INSERT INTO [`"]imported_items[`"]/.test(sql));
      // One for the series, and one for both overrides.
      expect(inserted).toHaveLength(2);
      expect(await events({ event_status: 'canceled' })).toHaveLength(1);
      await prune(weekly, moved.replace('late', 'later'), canceled);
      expect(await events({ search: 'later' })).toHaveLength(1);
    });

    it('locks a series before its occurrences', async () => {
      await prune(event('b'), weekly, moved);
      const log = new StatementLog();
      app.nest.get(DataSource).logger = log;
      await prune(event('b'));
      // SQLite locks no rows, but reads them in the same order.
      const locks = log
        .take()
        .filter(({ sql }) => databaseKind === 'sqlite' || sql.endsWith('UPDATE'));
      const tables = locks.flatMap(
        ({ sql }) => /^SELECT .* FROM [`"](series|events)[`"]/.exec(sql)?.[1] ?? [],
      );
      expect([...new Set(tables)]).toEqual(['series', 'events']);
    });

    it.each([
      [
        'incomplete',
        calendar(event('b')).replace('END:VCALENDAR\n', ''),
        { code: 1, why: 'was not read completely' },
      ],
      ['empty', calendar(), { code: 0, why: 'is empty' }],
      [
        'without an id',
        calendar(event('b'), event('').replace('UID:', 'X-UID:').replace('DTSTART', 'X-START')),
        { code: 1, why: 'was not read completely' },
      ],
    ])('removes nothing after a reading that is %s', async (_what, text, { code, why }) => {
      await write('feed.ics', calendar(event('a'), event('b')));
      await run('ics', 'feed.ics');
      await write('feed.ics', text);
      const outcome = await run('ics', 'feed.ics', '--source', 'feed.ics', '--prune');
      expect(counts(outcome).Removed).toBe(0);
      expect(outcome.code).toBe(code);
      expect(outcome.stdout).toContain(`Nothing was removed, because the source ${why}.`);
      expect(await events()).toHaveLength(2);
    });

    it.each([6, 5])(
      'moves %i of 10 events to the trash, more than half with --prune-anyway',
      async (moved) => {
        const all = Array.from({ length: 11 }, (_none, n) => event(`e${n}`));
        const prune = ['ics', 'feed.ics', '--source', 'feed.ics', '--prune'];
        await write('feed.ics', calendar(...all));
        await run(...prune);
        const [trashed] = await events({ search: 'e0' });
        await app.delete(`/events/${trashed.id}`);
        // New events do not make up for those that are missing.
        const fresh = Array.from({ length: 20 }, (_none, n) => event(`f${n}`));
        await write('feed.ics', calendar(...all.slice(moved + 1), ...fresh));
        const isTooMuch = moved > 5;
        for (const options of [['--dry-run'], []]) {
          const { code, stdout } = await run(...prune, ...options);
          expect(code).toBe(isTooMuch ? 1 : 0);
          expect(stdout).toMatch(isTooMuch ? /^Removed +0$/m : /^Removed +5$/m);
          const refusal = 'No events were removed, because it would be 6 of 10.';
          expect(stdout.includes(refusal)).toBe(isTooMuch);
        }
        const anyway = await run('ics', 'feed.ics', '--source', 'feed.ics', '--prune-anyway');
        expect(anyway.code).toBe(0);
        expect(counts(anyway).Removed).toBe(isTooMuch ? 6 : 0);
      },
    );

    it('leaves the events of other feeds of its host', async () => {
      const server = createServer(({ url }, response) => response.end(calendar(event(url!))));
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const feed = (name: string, ...options: string[]): Promise<Outcome> =>
        run(
          'ics',
          `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
          ...options,
        );
      await feed('a.ics');
      const refused = await feed('b.ics', '--prune');
      const named = await feed('b.ics', '--prune', '--source', 'b');
      server.close();
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('--prune needs --source');
      expect(counts(named)).toEqual({ ...NOTHING, Created: 1 });
      expect((await events()).map(({ title }) => title)).toEqual(['/a.ics', '/b.ics']);
    });

    itOnce('reads a feed from an address', async () => {
      const server = createServer((_request, response) => response.end(calendar(event('a'))));
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const outcome = await run('ics', `http://${host}/feed.ics`);
      server.close();
      expect(outcome.stdout).toContain(`Import of ${host}`);
      expect(counts(outcome).Created).toBe(1);
    });

    itOnce(
      'reads a feed with the user and the password of its address, which are nowhere else',
      async () => {
        const text = calendar(
          event('a'),
          event('b', '\u001b]0;Title\u0007').replace('2030', '2030-'),
        );
        const server = createServer(({ headers }, response) => {
          const isKnown = headers.authorization === `Basic ${btoa('ada:open sesame')}`;
          response.writeHead(isKnown ? 200 : 401).end(isKnown ? text : '');
        });
        await new Promise<void>((resolve) => {
          server.listen(0, '127.0.0.1', resolve);
        });
        const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
        const outcome = await run('ics', `http://ada:open%20sesame@${host}/feed.ics`);
        const refused = await run('ics', `http://ada:other-sesame@${host}/feed.ics`);
        const named = await run('ics', `http://ada:open%20sesame@${host}/feed.ics`, '--prune');
        server.close();
        expect(outcome.stdout).toContain(`Import of ${host}\n`);
        expect(counts(outcome)).toEqual({ ...NOTHING, Created: 1, Rejected: 1 });
        expect(outcome.stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/feed\.ics: line 8 \(b\): /);
        expect(refused.stderr).toBe(`http://${host}/feed.ics cannot be read (HTTP status 401).\n`);
        const rows = await app.nest.get(DataSource).query<Fields[]>('SELECT * FROM imported_items');
        expect(JSON.stringify([rows, outcome, refused, named])).not.toMatch(/sesame|ada:/);
      },
    );

    itOnce('shows control characters of a file instead of sending them to a terminal', async () => {
      const uid = '\u001b[2J\u009b\u202e';
      await write('feed.ics', calendar(event(uid).replace('20300501', '20300231\u0007')));
      const { stderr } = await run('ics', 'feed.ics');
      expect(stderr).toContain('(\\u001b[2J\\u009b\\u202e)');
      expect(stderr).toMatch(/^\P{Cc}+\n$/u);
    });

    it('imports the feed of another calendar, which exports the same', async () => {
      // Copies of a database have the same UUID.
      const database = await createTestDatabase();
      const other = await startApp({ DATABASE_URL: database.url });
      const venue = { venue: 'Town Hall', address: '1 Main Street', city: 'Salem' };
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await other.createEvent({
        title: 'Jazz, late & loud',
        description: '<p>Two sets</p>',
        timezone: 'Europe/Paris',
        venue: [venue],
        organizer: [{ organizer: 'Ada', email: 'ada@example.org' }],
        categories: ['Music'],
        website: 'https://example.org/jazz',
      });
      await other.createEvent({ all_day: true, event_status: 'canceled' });
      await other.createEvent({ start_date: `${tomorrow} 10:00`, end_date: `${tomorrow} 10:00` });
      const feed = async (of: TestApp): Promise<string[]> =>
        (await of.get<string>('/events.ics')).body
          .replaceAll('\r\n ', '')
          .replaceAll(of.origin, 'https://calendar.example')
          .split('\r\n')
          .filter((line) => /^(BEGIN|UID|SUMMARY|DT(START|END)|LOCATION|STATUS|URL|ORG)/.test(line))
          .filter((line) => line.length > 0);
      const { body } = await other.get<string>('/events.ics');
      await write('feed.ics', body);
      expect(counts(await run('ics', 'feed.ics')).Created).toBe(3);
      expect(await feed(app)).toEqual(await feed(other));

      const { body: created } = await other.post<Fields>('/series', {
        title: 'Jazz every week',
        start_date: `${tomorrow} 20:00`,
        end_date: `${tomorrow} 23:00`,
        timezone: 'Europe/Paris',
        rrule: 'FREQ=WEEKLY;COUNT=6',
        rdates: [`${tomorrow} 12:00`],
      });
      const [, second, third, fourth] = await other.list('/events', { series: created.id });
      await other.patch(`/events/${second.id}`, { title: 'Jazz, the other' });
      await other.patch(`/events/${third.id}`, { event_status: 'canceled' });
      await other.delete(`/events/${fourth.id}`);
      const file = async (of: TestApp): Promise<string[]> => {
        const [{ id }] = await of.list('/series');
        const { body: text } = await of.get<string>(`/series/${id}.ics`);
        // Times and revisions of the records differ.
        return text
          .replaceAll('\r\n ', '')
          .replaceAll(of.origin, 'https://calendar.example')
          .split('\r\n')
          .filter((line) => !/^(DTSTAMP|LAST-M|CREATED|SEQ)/.test(line));
      };
      await write(
        'series.ics',
        (await other.get<string>(`/series/${created.id as number}.ics`)).body,
      );
      expect((await run('ics', 'series.ics')).stdout).toContain('1 of them series');
      expect(await file(app)).toEqual(await file(other));
      await other.close();
      await database.drop();
    });

    it.each([
      [['ics', 'missing.ics'], 'missing.ics cannot be read (ENOENT).'],
      [['csv', 'feed.ics'], 'feed.ics: The table needs a column "Event Name"'],
      [['ics', 'latin.ics'], 'latin.ics: Line 3 is not UTF-8.'],
    ])('refuses %j with a sentence', async (command, message) => {
      await write('feed.ics', calendar(event('a')));
      await writeFile(
        join(workplace.folder, 'latin.ics'),
        Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:é\nEND:VEVENT\nEND:VCALENDAR\n', 'latin1'),
      );
      const { code, stderr } = await run(...command);
      expect(code).toBe(1);
      expect(stderr).toContain(message);
      expect(stderr).not.toMatch(/\n {4}at /);
    });
  });

  describe('a site of The Events Calendar', () => {
    let site: SiteStub;
    beforeEach(async () => {
      site = await SiteStub.start(recordedSite());
    });
    afterEach(() => site.close());
    const tec = (...options: string[]): Promise<Outcome> =>
      run('tec', `http://${site.host}`, ...options);
    const address = (kind: string): string => `http://${site.host}/wp-json/tribe/events/v1/${kind}`;

    it('creates its terms, venues, organizers and events, with their ids', async () => {
      for (const kind of ['events', 'venues', 'organizers'] as const)
        site.records[kind][0].global_id_lineage = ['www.example?id=20', 'old.example?id=7'];
      const outcome = await tec('--keep-ids');
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      // One venue and one organizer are drafts.
      expect(counts(outcome)).toEqual({ ...NOTHING, Created: 5 + 5 + 4 + 4 + 4 });
      expect(outcome.stdout).toContain(
        'Created by kind: categories 5, tags 4, venues 4, organizers 4, events 5.',
      );
      expect(outcome.stdout).toContain('Events that are hidden from listings are not');
      for (const kind of ['events', 'venues', 'organizers'] as const)
        for (const record of site.records[kind].filter(({ status }) => status === 'publish')) {
          const { status, body } = await app.get(`/${kind}/${String(record.id)}`);
          expect({ status, slug: body.slug }).toEqual({ status: 200, slug: record.slug });
          const bySlug = await app.get(`/${kind}/by-slug/${String(record.slug)}`);
          expect(bySlug.body).toMatchObject({ id: record.id });
          const lineage = [body.global_id, ...(record.global_id_lineage as string[])];
          expect(body.global_id_lineage).toEqual([...new Set(lineage)]);
        }
      for (const kind of ['categories', 'tags'] as const)
        for (const { id, name, slug } of site.records[kind])
          expect((await app.get(`/${kind}/${String(id)}`)).body).toMatchObject({ id, name, slug });
      const [{ slug: tag }] = [site.records.events[0].tags].flat() as Fields[];
      expect((await events({ tags: tag })).map(({ id }) => id)).toContain(
        site.records.events[0].id,
      );
      expect((await app.get('/categories/6')).body).toMatchObject({ name: 'Jazz', parent: 3 });
      const [first] = site.records.events;
      expect((await app.get(`/events/${String(first.id)}`)).body).toMatchObject({
        title: 'Event 01',
        date_utc: first.date_utc,
        author: '1',
        website: '',
        venue: { id: 11, venue: 'Small Room', state: 'OR' },
        organizer: [{ id: 15 }, { id: 16 }],
        categories: [{ id: 3, name: 'Music' }],
        tags: [{ id: 8 }],
      });
      expect((await app.createEvent()).id).toBeGreaterThan(85);
    });

    it.each(['events', 'venues'] as const)(
      'keeps its %s if the list of the site is empty, and other records remain',
      async (kind) => {
        await tec();
        const before = await recordTables(app.nest);
        site.records[kind].splice(0);
        if (kind === 'venues') for (const one of site.records.events) one.venue = [];
        for (const option of ['--prune', '--prune-anyway']) {
          const outcome = await tec(option);
          expect(counts(outcome).Removed).toBe(0);
          expect(outcome.stdout).toContain(`No ${kind} were removed, because the source has none.`);
        }
        const after = await recordTables(app.nest);
        expect(after[kind]).toEqual(before[kind]);
      },
    );

    it.each([
      ['UTC-3', 'UTC-3', '2027-05-01 13:00:00'],
      ['UTC+5:30', 'UTC+5:30', '2027-05-01 04:30:00'],
      ['UTC+0', 'UTC', '2027-05-01 10:00:00'],
    ])('reads the zone %s', async (zone, timezone, utc_start_date) => {
      Object.assign(site.records.events[0], {
        timezone: zone,
        start_date: '2027-05-01 10:00:00',
        end_date: '2027-05-01 11:00:00',
      });
      expect(await tec()).toMatchObject({ code: 0, stderr: '' });
      const [event] = await events({ search: '"Event 01"' });
      expect(event).toMatchObject({
        timezone,
        start_date: '2027-05-01 10:00:00',
        utc_start_date,
      });
    });

    it('writes nothing in a dry run', async () => {
      const before = await recordTables(app.nest);
      const dry = await tec('--dry-run');
      expect(dry.stdout).toContain(`Dry run of ${site.host}: nothing was written.`);
      expect(counts(dry)).toEqual({ ...NOTHING, Created: 22 });
      expect(await recordTables(app.nest)).toEqual(before);
    });

    it('writes nothing in a second run', async () => {
      await tec();
      const before = await recordTables(app.nest);
      const outcome = await tec();
      expect(counts(outcome)).toEqual({ ...NOTHING, Unchanged: 22 });
      expect(await recordTables(app.nest)).toEqual(before);
    });

    itOnce('reads the responses of such sites', async () => {
      const [one, two] = site.records.events;
      Object.assign(one, {
        title: 'Rock &#038; roll &#8211; caf&eacute;',
        venue: [...site.records.venues.slice(2, 4)],
        image: recordedSite().image,
        timezone: 'UTC+2',
        cost: '$10 &#8211; $20',
      });
      Object.assign(two, {
        venue: false,
        image: false,
        website: 'https://example.org/two',
        date_utc: '0000-00-00 00:00:00',
      });
      const outcome = await tec();
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      const [event] = await events({ search: 'café' });
      expect(event).toMatchObject({
        title: 'Rock & roll – café',
        timezone: 'UTC+2',
        cost: '$10 – $20',
        venue: site.records.venues.slice(2, 4).map(({ venue }) => ({ venue })),
        image: {
          url: expect.stringContaining('pic-one.png') as string,
          width: 800,
          sizes: { medium: { width: 300, height: 188 } },
        },
      });
      const [other] = await events({ search: '"Event 02"' });
      expect(other).toMatchObject({ venue: [], image: false, website: 'https://example.org/two' });
    });

    it('imports status, online access and tickets of sites that send them', async () => {
      const [one, two, three] = site.records.events;
      const online = {
        event_status: 'postponed',
        event_status_reason: 'Storm & rain',
        is_virtual: true,
        virtual_event_type: 'hybrid',
        virtual_url: 'https://meet.example.org/one',
        ticketed: true,
      };
      Object.assign(one, online, { event_status_reason: 'Storm &#038; rain' });
      Object.assign(two, { json_ld: { eventStatus: 'https://schema.org/EventCancelled' } });
      Object.assign(three, {
        is_virtual: null,
        virtual_event_type: 'zoom',
        virtual_url: 'soon',
        ticketed: null,
      });
      expect(await tec()).toMatchObject({ code: 0, stderr: '' });
      const found = async (title: unknown): Promise<Fields> =>
        (await events({ search: `"${String(title)}"` }))[0];
      expect(await found(one.title)).toMatchObject(online);
      expect(await found(two.title)).toMatchObject({ event_status: 'canceled' });
      const plain = {
        event_status: 'scheduled',
        is_virtual: false,
        virtual_event_type: '',
        virtual_url: '',
        ticketed: false,
      };
      expect(await found(three.title)).toMatchObject(plain);
      Object.assign(one, plain);
      expect(counts(await tec())).toEqual({ ...NOTHING, Updated: 1, Unchanged: 21 });
      expect(await found(one.title)).toMatchObject(plain);
    });

    itOnce('names protected events', async () => {
      site.records.events.push(recordedSite().locked);
      const outcome = await tec();
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain('events/182 "Locked event": is protected by a password');
      expect(counts(outcome)).toMatchObject({ Created: 22, Rejected: 1 });
    });

    itOnce('counts the pages itself, and reads each record once', async () => {
      const [first] = site.records.events;
      for (let id = 1000; id < 1120; id++)
        site.records.events.push({ ...first, id, slug: `more-${id}`, title: `More ${id}` });
      expect(counts(await tec()).Created).toBe(22 + 120);
      const pages = site.requests.filter((url) => url.includes('/events?') && url.includes('=50'));
      expect(pages).toHaveLength(3);
      for (const page of pages) expect(page).toContain('start_date=1970-01-02&end_date=2100-01-01');
    });

    itOnce.each([1, 4, 10])(
      'reads a site that allows %i records a page to its end',
      async (most) => {
        const [first] = site.records.events;
        for (let id = 1000; id < 1025; id++)
          site.records.events.push({ ...first, id, slug: `more-${id}`, title: `More ${id}` });
        site.most = most;
        expect(await tec()).toMatchObject({ code: 0, stderr: '' });
        expect((await recordTables(app.nest)).events.size).toBe(30);
        site.key = 'ada:abcd efgh';
        for (const one of site.records.events) one.virtual_url = 'https://meet.example.org/';
        expect(counts(await tec('--key', site.key))).toMatchObject({ Updated: 30, Rejected: 0 });
        const rows = await app.nest
          .get(DataSource)
          .query<Fields[]>("SELECT id FROM events WHERE virtual_show_to = 'everyone'");
        expect(rows).toHaveLength(30);
      },
    );

    itOnce(
      'reads a part of a page that fails, of a site that allows few records a page',
      async () => {
        site.most = 2;
        site.fault = (kind, query) =>
          kind === 'events' && Number(query.get('page')) * Number(query.get('per_page')) === 4
            ? 'error'
            : undefined;
        const outcome = await tec();
        expect(outcome.code).toBe(1);
        expect(outcome.stdout).toContain('The reading is incomplete: 4 of 5 events could be read.');
      },
      60_000,
    );

    itOnce.each(['events', 'categories'] as const)(
      'ends if the site repeats its %s for ever',
      async (kind) => {
        const [first] = site.records[kind];
        const pages = 1_000_000_000;
        site.body = (requested) =>
          requested === kind
            ? JSON.stringify({ [kind]: [first], total: pages, total_pages: pages })
            : undefined;
        const outcome = await tec();
        expect(outcome.code).toBe(1);
        expect(outcome.stdout).toContain(
          `The reading is incomplete: 1 of ${pages} ${kind} could be read.`,
        );
        expect(site.requests.length).toBeLessThan(30);
      },
    );

    itOnce(
      'refuses responses that are nested thousands of levels',
      async () => {
        const [first] = site.records.events;
        const image = `{"sizes":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
        const events = JSON.stringify({ events: [first], total: 1, total_pages: 1 });
        site.body = (kind) =>
          kind === 'events'
            ? events.replace(/"image":(?:false|\{.*?\}\}\}|\{.*?\})/, `"image":${image}`)
            : undefined;
        const outcome = await tec();
        expect(outcome).toMatchObject({ code: 1, stdout: '' });
        expect(outcome.stderr).toContain('the response of the site is nested too deeply');
        expect(outcome.stderr).not.toMatch(/\n {4}at /);
      },
      60_000,
    );

    itOnce(
      'continues with the other records when the site fails for one, and removes nothing',
      async () => {
        await tec();
        site.records.events.shift();
        const isBroken = (page: number, size: number): boolean => Math.ceil(2 / size) === page;
        site.fault = (kind, query) =>
          kind === 'events' && isBroken(Number(query.get('page')), Number(query.get('per_page')))
            ? 'error'
            : undefined;
        const outcome = await run('tec', `http://${site.host}`, '--prune');
        expect(outcome.code).toBe(1);
        expect(outcome.stderr).toContain(
          `events, number 2 of the list: ${address('events')} answers with HTTP status 500\n`,
        );
        expect(counts(outcome)).toMatchObject({ Unchanged: 22 - 2, Removed: 0, Rejected: 1 });
        expect(outcome.stdout).toContain('The reading is incomplete: 3 of 4 events could be read.');
      },
      60_000,
    );

    itOnce.each([
      [404, 'rest_no_route'],
      [403, 'rest_forbidden'],
    ])(
      'names the address of a list that is refused with %d, and removes nothing',
      async (status, code) => {
        await tec();
        const before = await recordTables(app.nest);
        for (const refused of ['events', 'venues']) {
          site.fault = (kind) => (kind === refused ? { status, code } : undefined);
          const outcome = await tec('--prune');
          expect(outcome).toMatchObject({ code: 1, stdout: '' });
          expect(outcome.stderr).toContain(
            `${address(refused)} answers with HTTP status ${status} (${code})`,
          );
          expect(outcome.stderr).not.toMatch(/\n {4}at /);
        }
        expect(await recordTables(app.nest)).toEqual(before);
      },
    );

    it.each([
      [404, 'rest_no_route', 'events answers with HTTP status 404 (rest_no_route)'],
      [200, 'maintenance', 'the response of the site has no list of events'],
    ])('removes nothing if a site stops giving events with %d', async (status, code, reason) => {
      await tec();
      const before = await recordTables(app.nest);
      let isOff = false;
      site.fault = (kind, query) => {
        isOff ||= kind === 'organizers' && query.get('per_page') === '50';
        return isOff && kind === 'events' ? { status, code } : undefined;
      };
      const outcome = await tec('--prune');
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain(reason);
      expect(outcome.stdout).toContain('Nothing was removed');
      expect(await recordTables(app.nest)).toEqual(before);
    });

    itOnce('repeats requests that fail once, and reads past warnings of PHP', async () => {
      let failures = 0;
      site.fault = (kind) => {
        if (kind === 'tags') return 'warning';
        return kind === 'events' && failures++ === 0 ? 'cut' : undefined;
      };
      expect(counts(await tec())).toEqual({ ...NOTHING, Created: 22 });
    });

    it('reads unpublished records with a key, also of the environment', async () => {
      site.key = 'ada:abcd efgh';
      expect(counts(await tec('--key', site.key)).Created).toBe(24);
      const outcome = await runInProcess(
        workplace.folder,
        ['import', 'tec', `http://${site.host}`],
        { DATABASE_URL: app.databaseUrl, IMPORT_KEY: site.key },
      );
      expect(counts(outcome).Unchanged).toBe(24);
      expect((await app.list('/venues', { status: 'draft' }))[0]).toMatchObject({
        venue: 'Draft Place',
      });
    });

    it('removes unpublished records only if it reads them', async () => {
      site.key = 'ada:abcd efgh';
      for (const [index, status] of ['draft', 'pending', 'private'].entries())
        site.records.events[index].status = status;
      expect(counts(await tec('--key', site.key)).Created).toBe(24);
      site.records.events.splice(-1);
      const withoutKey = await tec('--prune');
      expect(withoutKey.code).toBe(0);
      expect(counts(withoutKey)).toMatchObject({ Removed: 1 });
      const before = await recordTables(app.nest);
      const refused = await tec('--prune', '--key', 'ada:wrong');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        'HTTP status 400 (rest_invalid_param). Check whether the user of the key may list unpublished records.',
      );
      expect(await recordTables(app.nest)).toEqual(before);
      site.records.events.shift();
      expect(counts(await tec('--prune', '--key', site.key))).toMatchObject({ Removed: 1 });
    });

    itOnce('finds the interface of a site without permalinks', async () => {
      site.root = '/?rest_route=';
      expect(counts(await tec()).Created).toBe(22);
    });

    it('refuses a site without the interface, and ids in a calendar with other records', async () => {
      site.root = '/nowhere';
      const none = await tec();
      expect(none.code).toBe(1);
      expect(none.stderr).toContain('The site has no REST interface of The Events Calendar');
      site.root = '/wp-json/';
      await app.createTag();
      const retained = await tec('--keep-ids');
      expect(retained.code).toBe(1);
      expect(retained.stderr).toContain(
        'Ids can only be kept in a calendar without other records.',
      );
    });

    it('resumes an interrupted import with ids', async () => {
      const all = site.records.events.splice(1);
      await tec('--keep-ids');
      site.records.events.push(...all);
      expect(counts(await tec('--keep-ids'))).toEqual({ ...NOTHING, Created: 4, Unchanged: 18 });
    });

    it('imports occurrences of recurring events, and recognises them by their address', async () => {
      const [first] = site.records.events;
      const occurrence = {
        ...first,
        id: 10_000_001,
        url: 'http://127.0.0.1:18080/event/weekly/2027-05-04/',
        slug: 'weekly',
      };
      site.records.events.push(occurrence);
      const outcome = await tec();
      expect(outcome.stdout).toContain('1 occurrences of recurring events became single events');
      occurrence.id = 10_000_007;
      expect(counts(await tec())).toEqual({ ...NOTHING, Unchanged: 23 });
    });
  });

  it('a table writes nothing in a dry run', async () => {
    await write(
      'events.csv',
      'Event Name,Event Start Date,Event Venue Name\nOne,2030-05-01,Hall\n',
    );
    const before = await recordTables(app.nest);
    expect(counts(await run('csv', 'events.csv', '--dry-run'))).toEqual({ ...NOTHING, Created: 1 });
    expect(await recordTables(app.nest)).toEqual(before);
  });

  it('a table is recorded in the log of changes', async () => {
    await write('events.csv', 'Event Name,Event Start Date\nOne,2030-05-01\nTwo,2030-05-01\n');
    expect(counts(await run('csv', 'events.csv')).Created).toBe(2);
    await write('events.csv', 'Event Name,Event Start Date,Event Cost\nOne,2030-05-01,5\n');
    const outcome = await run('csv', 'events.csv', '--source', 'events.csv', '--prune');
    expect(counts(outcome)).toMatchObject({ Updated: 1, Removed: 1 });
    const records = await recordTables(app.nest);
    expect(records.events.size).toBe(2);
    expect(unnotedWrites(NO_RECORDS, records, await changesSince(app.nest, 0))).toEqual([]);
  });

  it('a table removes no event that it names by its uid now, and reads past rows without cells', async () => {
    const rows = ['One', 'Two', 'Three', 'Four'].map((name) => `${name},2030-05-01`);
    await write('events.csv', ['Event Name,Event Start Date', ...rows, ''].join('\n'));
    await run('csv', 'events.csv');
    const found = await events({ orderby: 'title' });
    expect(found).toHaveLength(4);
    const [four, ...others] = found;
    await write(
      'events.csv',
      [
        'Event Name,Event Start Date,uid',
        ...others.map(({ title, uid }) => `${String(title)}!,2030-05-01,${String(uid)}`),
        ',,',
        '',
      ].join('\n'),
    );
    const prune = ['csv', 'events.csv', '--source', 'events.csv', '--prune'];
    for (const options of [['--dry-run'], []]) {
      const outcome = await run(...prune, ...options);
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      expect(counts(outcome)).toEqual({ ...NOTHING, Updated: 3, Removed: 1 });
    }
    expect((await app.get(`/events/${four.id}`)).body).toMatchObject({ status: 'trash' });
    expect(counts(await run(...prune))).toEqual({ ...NOTHING, Unchanged: 3 });
  });

  it.each([
    ['csv', 'events.csv', 'Event Name,Event Start Date\nOne,2030-05-01\n'],
    ['ics', 'feed.ics', calendar(event('a'))],
  ])(
    'a file of the kind %s needs the name of its source to be pruned',
    async (kind, name, text) => {
      await write(name, text);
      const outcome = await run(kind, name, '--prune');
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toContain('--prune needs --source');
      expect(await events()).toEqual([]);
    },
  );

  it.each([
    ['has no end', '"Two,2030-05-01\n'],
    ['has no date', 'Two,\n'],
    ['cannot be separated', 'T"w"o,2030-05-01\n'],
  ])('a table removes nothing if its last row %s', async (_what, broken) => {
    const table = 'Event Name,Event Start Date\nOne,2030-05-01\n';
    await write('events.csv', `${table}Two,2030-05-01\nThree,2030-05-01\n`);
    await run('csv', 'events.csv');
    await write('events.csv', table + broken);
    const outcome = await run('csv', 'events.csv', '--source', 'events.csv', '--prune');
    expect(outcome.code).toBe(1);
    expect(counts(outcome)).toEqual({ ...NOTHING, Unchanged: 1, Rejected: 1 });
    expect(outcome.stdout).toContain('Nothing was removed');
    expect(await events()).toHaveLength(3);
  });
});
