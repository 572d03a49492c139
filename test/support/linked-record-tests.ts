import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedRecord, Fields, TestApp } from './app';
import type { ErrorBody, Resource } from './resource-tests';

const HOUR = 3600 * 1000;

/** Formats a time in UTC, the time zone of the site. */
const at = (milliseconds: number): string =>
  new Date(Date.now() + milliseconds).toISOString().slice(0, 19).replace('T', ' ');

const PAST = { start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' };
const RUNNING = { start_date: at(-HOUR), end_date: at(HOUR) };

/**
 * Tests venues and organizers with events that refer to them
 * (docs/reference/interface.md#venues-and-organizers-of-an-event).
 */
export function everyLinked({ name, kind, title }: Resource, running: () => TestApp): void {
  const path = `/${name}`;

  let app: TestApp;
  beforeAll(() => {
    app = running();
  });

  const create = async (fields: Fields = {}): Promise<CreatedRecord> => {
    const { body } = await app.post<CreatedRecord>(path, { [title]: app.newName(kind), ...fields });
    return body;
  };
  const withEvent = async (fields: Fields = {}): Promise<number> => {
    const { id } = await create();
    await app.createEvent({ [kind]: id, ...fields });
    return id;
  };
  const idsOf = async (query: Fields): Promise<number[]> =>
    (await app.list(path, { orderby: 'id', per_page: 50, ...query })).map(({ id }) => id);

  describe('The event filters of a list', () => {
    it('return the linked records of an event', async () => {
      const ids = [(await create()).id, (await create()).id];
      const event = await app.createEvent({ [kind]: ids });
      await withEvent();
      expect(await idsOf({ event: event.id })).toEqual(ids);
      expect(await idsOf({ event: (await app.createEvent()).id })).toEqual([]);
    });

    it.each([999_999, 0, 'abc', '', -1])('refuse the event %j', async (event) => {
      const { status, body } = await app.get<ErrorBody>(path, { event });
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {})).toEqual(['event']);
    });

    it('reveal nothing of a protected event', async () => {
      const { id } = await create();
      const event = await app.createEvent({ [kind]: id, password: 'secret' });
      expect(await idsOf({ event: event.id })).toEqual([]);
    });

    it('select records with or without published events', async () => {
      const include = [
        await withEvent(),
        await withEvent(PAST),
        await withEvent({ status: 'draft' }),
        (await create()).id,
      ];
      expect(await idsOf({ include })).toEqual(include);
      expect(await idsOf({ include, has_events: true })).toEqual(include.slice(0, 2));
      expect(await idsOf({ include, has_events: 'no' })).toEqual(include.slice(2));
    });

    it('select records with upcoming events', async () => {
      const include = [
        await withEvent(),
        await withEvent(RUNNING),
        await withEvent(PAST),
        await withEvent({ status: 'private' }),
        (await create()).id,
      ];
      expect(await idsOf({ include, only_with_upcoming: true })).toEqual(include.slice(0, 2));
      expect(await idsOf({ include, only_with_upcoming: false })).toEqual(include);
      expect(await idsOf({ include, only_with_upcoming: true, has_events: false })).toEqual([]);
    });

    it('are up to date after changes of events', async () => {
      const { id } = await create();
      const event = await app.createEvent({ [kind]: id });
      const isUpcoming = async (): Promise<boolean> =>
        (await idsOf({ include: id, only_with_upcoming: true })).length === 1;
      expect(await isUpcoming()).toBe(true);
      for (const [change, upcoming] of [
        [{ status: 'draft' }, false],
        [{ status: 'publish' }, true],
        [PAST, false],
        [RUNNING, true],
        [{ [kind]: [] }, false],
        [{ [kind]: id }, true],
      ] as const) {
        await app.patch(`/events/${event.id}`, change);
        expect({ change, upcoming: await isUpcoming() }).toEqual({ change, upcoming });
      }
      await app.delete(`/events/${event.id}`);
      expect(await isUpcoming()).toBe(false);
    });
  });

  it('A record deleted during an event write is not linked in the end', async () => {
    for (const force of [false, true, false, true]) {
      const { id } = await create();
      const [event] = await Promise.all([
        app.post('/events', {
          title: 'Meanwhile',
          start_date: '2027-05-01',
          end_date: '2027-05-01',
          [kind]: id,
        }),
        app.delete(`${path}/${id}`, { force }),
      ]);
      if (event.status === 400) continue;
      const { status, body } = await app.get(`/events/${String(event.body.id)}`);
      expect({ status, linked: body[kind] }).toEqual({ status: 200, linked: [] });
    }
  });

  it('A scheduled record is published at its date', async () => {
    app.publishOnSchedule();
    const { id, status } = await create({ date_utc: at(3000) });
    expect(status).toBe('future');
    const deadline = Date.now() + 10_000;
    while ((await idsOf({ include: id })).length === 0 && Date.now() < deadline) await sleep(100);
    expect((await app.get(`${path}/${id}`)).body.status).toBe('publish');
  });
}
