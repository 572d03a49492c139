import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import { type Fields, startApp, type TestApp } from '../support/app';

interface EventListBody {
  events: EventRecord[];
  total: number;
  rest_url: string;
  next_rest_url?: string;
}

const effective = ({ rest_url }: EventListBody, parameter: string): string | null =>
  new URL(rest_url).searchParams.get(parameter);

describe('The date window of the event list', () => {
  let app: TestApp;

  const list = async (query: Fields): Promise<EventListBody> => {
    const { status, body } = await app.get<EventListBody>('/events', { per_page: 50, ...query });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.total).toBe(body.events.length);
    return body;
  };
  const titles = async (query: Fields): Promise<string> =>
    (await list(query)).events.map(({ title }) => title).join(' ');
  const create = (title: string, start_date: string, end_date: string, fields: Fields = {}) =>
    app.createEvent({ title, start_date, end_date, ...fields });

  describe('around the first of June', () => {
    beforeAll(async () => {
      app = await startApp();
      await create('next', '2040-06-02 00:00:00', '2040-06-02 01:00:00');
      await create('night', '2040-06-01 23:59:59', '2040-06-02 02:00:00');
      await create('last', '2040-06-01 23:00:00', '2040-06-01 23:59:59');
      await create('noon', '2040-06-01 12:00:00', '2040-06-01 13:00:00');
      await create('dawn', '2040-06-01 00:00:00', '2040-06-01 06:00:00');
      await create('eve', '2040-05-31 23:00:00', '2040-06-01 00:00:00');
      await create('long', '2040-05-30 00:00:00', '2040-06-05 00:00:00');
    });

    afterAll(() => app.close());

    it.each<[Fields, string]>([
      [{ start_date: '2040-06-01', end_date: '2040-06-01' }, 'dawn noon last'],
      [{ start_date: '2040-06-01 12:30', end_date: '2040-06-01 11:00' }, 'dawn noon last'],
      [{ start_date: '2040-06-01', end_date: '2040-06-02' }, 'dawn noon last night next'],
      [{ start_date: '2040-05-31', end_date: '2040-06-01' }, 'eve dawn noon last'],
      [{ start_date: '2040-05-30', end_date: '2040-06-05' }, 'long eve dawn noon last night next'],
      [{ start_date: '2040-06-02', end_date: '2040-06-01' }, ''],
      [{ end_date: '2040-06-01' }, 'eve dawn noon last'],
      [{ start_date: '2040-06-01' }, ''],
    ])('with whole days, %j returns "%s"', async (query, expected) => {
      expect(await titles(query)).toBe(expected);
    });

    it.each<[Fields, string]>([
      [{ start_date: '2040-06-01 12:00:00', end_date: '2040-06-01 13:00:00' }, 'noon'],
      [{ start_date: '2040-06-01 12:00:01', end_date: '2040-06-01 13:00:00' }, ''],
      [{ start_date: '2040-06-01 12:00:00', end_date: '2040-06-01 12:59:59' }, ''],
      [{ start_date: '2040-06-01', end_date: '2040-06-01 23:59:58' }, 'dawn noon'],
      [{ start_date: '2040-05-31T23:00:00Z', end_date: '2040-06-01T02:00:00+02:00' }, 'eve'],
      [{ starts_before: '2040-06-01 12:00:00' }, 'long eve dawn'],
      [{ starts_before: '2040-06-01 12:00:01' }, 'long eve dawn noon'],
      [{ starts_after: '2040-06-01 12:00:00' }, 'last night next'],
      [{ starts_after: '2040-06-01 11:59:59' }, 'noon last night next'],
      [{ ends_before: '2040-06-01 13:00:00' }, 'eve dawn'],
      [{ ends_before: '2040-06-01 13:00:01' }, 'eve dawn noon'],
      [{ ends_after: '2040-06-02 01:00:00' }, 'long night'],
      [{ ends_after: '2040-06-02 00:59:59' }, 'long night next'],
      [{ starts_after: '2040-06-01 06:00', ends_before: '2040-06-02' }, 'noon last'],
      [{ starts_after: '2040-06-01 06:00', end_date: '2040-06-01 13:00' }, 'noon'],
      [{ ends_after: '2040-06-01 12:30', starts_before: '2040-06-01 12:45' }, 'long noon'],
    ])('with seconds, %j returns "%s"', async (query, expected) => {
      for (const strict_dates of ['true', 1, 'YES'])
        expect(await titles({ ...query, strict_dates })).toBe(expected);
    });

    it.each<[Fields, string]>([
      [{ starts_before: '2040-06-01' }, 'long eve dawn noon last'],
      [{ starts_before: '2040-06-01 06:00' }, 'long eve dawn noon last'],
      [{ starts_after: '2040-06-01' }, 'next'],
      [{ starts_after: '2040-05-31' }, 'dawn noon last night next'],
      [{ ends_before: '2040-06-01' }, 'eve dawn noon'],
      [{ ends_after: '2040-06-01' }, 'long night next'],
      [{ starts_after: '2040-05-30', starts_before: '2040-06-01' }, 'eve dawn noon last'],
      [{ starts_after: '2040-05-30', start_date: '2040-06-01' }, 'dawn noon last night next'],
      [{ ends_after: '2040-06-01', starts_before: '2040-06-02' }, 'long night next'],
    ])('relative to the end of a day, %j returns "%s"', async (query, expected) => {
      expect(await titles(query)).toBe(expected);
      expect(await titles({ ...query, strict_dates: 'off' })).toBe(expected);
    });

    it.each<[Fields, string]>([
      [{ start_date: '2040-06-01', end_date: '2040-06-01' }, 'long dawn noon last night'],
      [
        { start_date: '2040-06-01 12:30', end_date: '2040-06-01 12:45', strict_dates: true },
        'long noon',
      ],
      [
        { start_date: '2040-06-01 13:00', end_date: '2040-06-01 14:00', strict_dates: true },
        'long',
      ],
      [
        { start_date: '2040-06-01 11:00', end_date: '2040-06-01 12:00', strict_dates: true },
        'long noon',
      ],
      [{ start_date: '2040-06-06', end_date: '2040-06-07' }, ''],
    ])('with overlap, %j returns running events: "%s"', async (query, expected) => {
      expect(await titles({ ...query, overlap: true })).toBe(expected);
    });

    it('is ignored for include', async () => {
      const ids = (await list({ starts_after: '2040-01-01' })).events.map(({ id }) => id);
      expect(await titles({ include: ids })).toBe('long eve dawn noon last night next');
      const dates = { start_date: '2050-01-01', end_date: '2050-01-02', ends_before: '2000-01-01' };
      expect(await titles({ include: ids.join(','), ...dates })).toBe(
        'long eve dawn noon last night next',
      );
      expect(await titles({ include: [ids[0], 999_999] })).toBe('long');
      expect(await titles({ include: 999_999 })).toBe('');
    });

    it('is shown in rest_url as it was applied', async () => {
      const sent = { start_date: '2040-06-01T12:00:00+02:00', end_date: '1 June 2040' };
      const whole = await list(sent);
      expect(effective(whole, 'start_date')).toBe('2040-06-01 00:00:00');
      expect(effective(whole, 'end_date')).toBe('2040-06-01 23:59:59');
      const strict = await list({ ...sent, strict_dates: true });
      expect(effective(strict, 'start_date')).toBe('2040-06-01 10:00:00');
      expect(effective(strict, 'end_date')).toBe('2040-06-01 00:00:00');
      const relative = await list({ starts_after: '2040-06-01 10:00' });
      expect(effective(relative, 'starts_after')).toBe('2040-06-01 23:59:59');
      expect(effective(relative, 'start_date')).toBeNull();
      for (const body of [whole, strict, relative])
        expect((await app.request<EventListBody>('GET', body.rest_url)).body).toEqual(body);
    });

    it('can span the whole calendar', async () => {
      expect(await titles({ start_date: '0001-01-01', end_date: '9999-12-31' })).toBe(
        'long eve dawn noon last night next',
      );
    });

    it.each([
      'start_date',
      'end_date',
      'starts_before',
      'starts_after',
      'ends_before',
      'ends_after',
      'modified_after',
    ])('refuses an invalid %s', async (name) => {
      for (const value of [
        'garbage',
        '',
        '03/01/2027',
        '2027-02-30',
        '0000-01-01',
        ['2027-01-01'],
      ]) {
        const { status, body } = await app.get<ProblemBody>('/events', { [name]: value });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: [name],
        });
      }
    });

    it('reports all invalid dates together', async () => {
      const { body } = await app.get<ProblemBody>('/events', {
        start_date: 'x',
        ends_after: 'y',
        strict_dates: 'maybe',
      });
      expect(Object.keys(body.data.params ?? {}).sort()).toEqual([
        'ends_after',
        'start_date',
        'strict_dates',
      ]);
    });
  });

  describe('without dates', () => {
    // Noon at the site, so that its day does not end during the test.
    const ahead = 12 - new Date().getUTCHours();
    const today = new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 10);
    const inTwoYears = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`.replace(
      '-02-29',
      '-02-28',
    );
    const dayAfter = (day: string): string =>
      new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

    beforeAll(async () => {
      app = await startApp({ TIMEZONE: `UTC${ahead < 0 ? '' : '+'}${ahead}` });
      const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
      await create('yesterday', `${yesterday} 23:59:59`, `${today} 23:00:00`);
      await create('today', `${today} 00:00:00`, `${today} 01:00:00`);
      await create('tonight', `${today} 23:00:00`, `${today} 23:59:59`);
      await create('in-two-years', `${inTwoYears} 23:00:00`, `${inTwoYears} 23:59:59`);
      await create('after', `${inTwoYears} 23:00:00`, `${dayAfter(inTwoYears)} 00:00:00`);
    });

    afterAll(() => app.close());

    it('is today and the following 24 months', async () => {
      const body = await list({});
      expect(body.events.map(({ title }) => title)).toEqual(['today', 'tonight', 'in-two-years']);
      expect(effective(body, 'start_date')).toBe(`${today} 00:00:00`);
      expect(effective(body, 'end_date')).toBe(`${inTwoYears} 23:59:59`);
      expect(effective(body, 'status')).toBe('publish');
    });

    it('begins now with strict dates', async () => {
      const body = await list({ strict_dates: true });
      expect(body.events.map(({ title }) => title)).toEqual(['tonight', 'in-two-years']);
      expect(effective(body, 'start_date')).toMatch(new RegExp(`^${today} 1[23]:\\d\\d:\\d\\d$`));
      expect(effective(body, 'end_date')).toBe(`${inTwoYears} 23:59:59`);
    });

    it.each([
      [{ start_date: 'yesterday' }, 'yesterday today tonight in-two-years'],
      [{ end_date: 'today' }, 'today tonight'],
      [{ end_date: '+3 years' }, 'today tonight in-two-years after'],
      [{ starts_before: '+3 years' }, 'yesterday today tonight in-two-years after'],
      [{ overlap: true }, 'yesterday today tonight in-two-years after'],
    ])('is only changed by the parameters %j', async (query, expected) => {
      expect(await titles(query)).toBe(expected);
    });
  });

  describe('with a site and events in different time zones', () => {
    beforeAll(async () => {
      app = await startApp({ TIMEZONE: 'America/New_York' });
      const tokyo = { timezone: 'Asia/Tokyo' };
      await create('third', '2040-06-01 12:00', '2040-06-01 13:00', { timezone: 'Europe/Paris' });
      await create('second', '2040-06-01 18:00', '2040-06-01 19:00', tokyo);
      await create('first', '2040-06-01 13:00', '2040-06-01 13:59:59', tokyo);
      await create('zeroth', '2040-06-01 12:59:59', '2040-06-01 13:59', tokyo);
      await create('fourth', '2040-06-01 23:00', '2040-06-01 23:59:59');
      await create('winter', '2040-11-04 23:00', '2040-11-04 23:59:59');
      await create('early', '2040-11-04T05:30:00Z', '2040-11-04T05:31:00Z');
      await create('late', '2040-11-04T06:30:00Z', '2040-11-04T06:31:00Z');
      await create('end', '9999-12-31 12:00', '9999-12-31 18:59:59');
    });

    afterAll(() => app.close());

    it('uses the days of the site, and orders by instant', async () => {
      expect(await titles({ start_date: '2040-06-01', end_date: '2040-06-01' })).toBe(
        'first second third fourth',
      );
    });

    it('has no events after the year 9999', async () => {
      const query = { starts_after: '9999-12-31T23:59:59Z', strict_dates: true };
      expect((await app.get('/events', query)).body).toMatchObject({ events: [], total: 0 });
    });

    it('contains the 25 hours of a day in autumn', async () => {
      expect(await titles({ start_date: '2040-11-04', end_date: '2040-11-04' })).toBe(
        'early late winter',
      );
    });

    it('distinguishes the repeated hour, also in its links', async () => {
      const query = { start_date: '2040-11-04T06:30:00Z', end_date: '2040-11-05', strict_dates: 1 };
      expect(await titles(query)).toBe('late winter');
      const { body } = await app.get<EventListBody>('/events', { ...query, per_page: 1 });
      const next = await app.request<EventListBody>('GET', body.next_rest_url ?? '');
      expect(next.body).toMatchObject({ total: 2, events: [{ title: 'winter' }] });
    });

    it('ends with the calendar, also in its links', async () => {
      const query = { start_date: '2040-11-04', end_date: '9999-12-31' };
      expect(await titles(query)).toBe('early late winter end');
      const { body } = await app.get<EventListBody>('/events', { ...query, per_page: 3 });
      const next = await app.request<EventListBody>('GET', body.next_rest_url ?? '');
      expect(next.body).toMatchObject({ total: 4, events: [{ title: 'end' }] });
    });
  });
});
