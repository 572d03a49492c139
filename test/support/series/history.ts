import { DataSource } from 'typeorm';
import { SeriesExtension } from '../../../src/calendar/events/series/series-extension.entity';
import type { SeriesRecord } from '../../../src/calendar/events/series/series-record';
import { SeriesHorizon } from '../../../src/calendar/events/series/series-horizon';
import type { Random } from '../../../src/cli/seed/random';
import { utcText } from '../../../src/platform/dates';
import { Database } from '../../../src/platform/database';
import type { Fields, TestApp } from '../app';
import { fakeDate } from '../fake-date';

const DAY = 86_400_000;

export interface StoredRow {
  id: number;
  version: number;
  slug: string;
  uid: string | null;
  series: number | null;
  slot: string;
  status: string;
  overrides: string;
  title: string;
  start_date: string;
  isOver: boolean;
}
export type Snapshot = ReadonlyMap<number, StoredRow>;

interface Write {
  name: string;
  event?: number;
  series?: number;
  past?: boolean;
  exceptions?: 'keep' | 'drop';
}

const RULES = [
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;INTERVAL=3;COUNT=20',
  'FREQ=MONTHLY',
];

/** Writes series at random, and checks after each write that nothing else has changed. */
export class SeriesHistory {
  readonly writes: string[] = [];
  /** Single writes. */
  accepted = 0;
  /** Racing writes. */
  raced = 0;
  private readonly base = Date.now();
  private readonly deleted = new Set<number>();
  private readonly venues: number[] = [];
  private created = 0;

  constructor(
    private readonly apps: readonly TestApp[],
    private readonly random: Random,
  ) {}

  /** The lease of a killed instance. */
  async endLease(): Promise<void> {
    await this.apps[0].nest
      .get(DataSource)
      .manager.update(SeriesExtension, { id: 1 }, { owned_until: 0 });
  }

  private wait(milliseconds: number): void {
    fakeDate(Date.now() + milliseconds);
  }

  async fill(): Promise<void> {
    for (let count = 0; count < 3; count++) {
      const { id } = await this.apps[0].createVenue();
      this.venues.push(id);
    }
    for (let count = 0; count < 3; count++) await this.create();
  }

  async step(): Promise<void> {
    const before = await this.snapshot();
    const write = await this.random.pick(this.sequential)(before);
    if (write === undefined) return;
    this.accepted++;
    this.checkAll(before, await this.snapshot(), write);
  }

  /** Other writers may overtake them, so they are not checked. */
  async race(writes: number): Promise<void> {
    for (let count = 0; count < writes; count++)
      if (await this.random.pick(this.concurrent)(await this.snapshot())) this.raced++;
  }

  /** In all instances at once. */
  async extend(): Promise<void> {
    await Promise.all(this.apps.map(({ nest }) => nest.get(SeriesHorizon).extendAll()));
  }

  async snapshot(): Promise<Snapshot> {
    const now = new Date().toISOString().replace('T', ' ').slice(0, 19);
    const rows = await this.apps[0].nest.get(Database).rows<StoredRow & { end: Date | string }>(
      `SELECT id, version, slug, uid, series, recurrence_id AS slot, status, overrides, title, start_date,
           end_utc AS 'end' FROM events`,
    );
    return new Map(rows.map((row) => [row.id, { ...row, isOver: utcText(row.end) <= now }]));
  }

  /** No write may change ids and uids of events. */
  checkIdentity(before: Snapshot, after: Snapshot): void {
    const identity = ({ slug, uid }: StoredRow) => ({ slug, uid });
    for (const [id, row] of before) {
      const now = after.get(id);
      if (now) expect({ id, ...identity(now) }).toEqual({ id, ...identity(row) });
    }
  }

  private checkAll(before: Snapshot, after: Snapshot, write: Write): void {
    this.checkIdentity(before, after);
    const { name, past, exceptions, series, event } = write;
    const ofSeries = (row: StoredRow): boolean => row.series !== null && row.series === series;
    for (const [id, old] of before) {
      const row = after.get(id);
      if (typeof row?.series !== 'number' || id === event) continue;
      expect([name, id, row.overrides]).toEqual([name, id, old.overrides]);
      const own = JSON.parse(old.overrides) as string[];
      if (own.includes('title')) expect([name, id, row.title]).toEqual([name, id, old.title]);
      if (own.includes('start_date'))
        expect([name, id, row.start_date]).toEqual([name, id, old.start_date]);
      if (['rule', 'time', 'day', 'fields', 'split'].includes(name)) {
        const mayLeave = own.length === 0 || exceptions === 'drop';
        if (!mayLeave && old.status !== 'trash')
          expect([name, id, row.status]).toEqual([name, id, old.status]);
        if (old.isOver && !past && name !== 'split')
          expect([name, id, row.version]).toEqual([name, id, old.version]);
      }
      if (this.deleted.has(id)) expect([name, id, row.status]).toEqual([name, id, 'trash']);
    }
    // A day that stays keeps its event.
    const made = [...after.values()].filter(({ id }) => !before.has(id));
    for (const { series: of, slot, id } of made) {
      const day = slot.slice(0, 10);
      const lost = [...before.values()].filter((old) => {
        const row = after.get(old.id);
        const isOfDay = (old.series === of || ofSeries(old)) && old.slot.startsWith(day);
        const isThere = row?.status !== 'trash' && row?.slot.startsWith(day);
        return isOfDay && typeof row?.series === 'number' && !isThere && !this.deleted.has(old.id);
      });
      expect([name, id, slot, lost]).toEqual([name, id, slot, []]);
    }
  }

  private readonly concurrent: ((rows: Snapshot) => Promise<Write | undefined>)[] = [
    (rows) => this.writeOne(rows, 'title', ({ id }) => ({ title: `Own ${id}` })),
    (rows) => this.writeOne(rows, 'title', ({ id }) => ({ title: `Own ${id}` })),
    (rows) => this.deleteOne(rows),
    (rows) => this.writeOne(rows, 'links', () => this.links()),
    () => this.writeAll('fields', () => ({ title: this.name() })),
    () => this.writeAll('fields', () => this.links()),
    (rows) => this.addDate(rows, 'rdates'),
    (rows) => this.addDate(rows, 'exdates'),
    () => this.writeAll('rule', () => ({ rrule: this.random.pick(RULES) })),
    () => this.writeAll('time', (series) => this.at(series, 0, this.random.between(8, 20))),
    (rows) => this.split(rows),
    async () => {
      await this.extend();
      return undefined;
    },
  ];

  private readonly sequential: ((rows: Snapshot) => Promise<Write | undefined>)[] = [
    ...this.concurrent,
    () => this.create(),
    (rows) =>
      this.writeOne(rows, 'move', ({ start_date }) => ({
        start_date: `${start_date.slice(0, 10)} 06:30:00`,
        end_date: `${start_date.slice(0, 10)} 07:30:00`,
      })),
    (rows) => this.writeOne(rows, 'cancel', () => ({ event_status: 'canceled' })),
    (rows) => this.writeOne(rows, 'follow', () => ({ overrides: [] })),
    (rows) => this.writeOne(rows, 'detach', () => ({ series: 0 })),
    (rows) => this.restoreOne(rows),
    () => this.writeAll('fields', () => ({ description: this.name() })),
    () => this.writeAll('rule', () => ({ rrule: this.random.pick(RULES) })),
    () => this.writeAll('day', (series) => this.at(series, this.random.between(1, 3))),
    () =>
      this.writeAll('status', (series) => ({
        ...this.at(series, 0, this.random.between(8, 20)),
        status: this.random.pick(['draft', 'publish']),
      })),
    () => this.removeAll(this.random.pick([{}, { past: true }])),
    () => this.restoreAll(),
    (rows) => this.removeFrom(rows),
    () => this.pass(),
  ];

  private async create(): Promise<Write | undefined> {
    const start = this.day(this.base + this.random.between(1, 20) * DAY);
    const dates = { start_date: `${start} 20:00:00`, end_date: `${start} 22:00:00` };
    const fields = { title: this.name(), timezone: 'Europe/Paris', ...dates };
    return this.sent(
      'POST',
      '/series',
      { ...fields, ...this.links(), rrule: this.random.pick(RULES) },
      {},
      'create',
    );
  }

  /** Lets some weeks pass, and moves the horizon. */
  private async pass(): Promise<Write> {
    this.wait(this.random.between(5, 20) * DAY);
    this.writes.push(`at ${this.day(Date.now())}`);
    await this.extend();
    return { name: 'pass' };
  }

  private async writeOne(
    rows: Snapshot,
    name: string,
    fieldsOf: (row: StoredRow) => Fields,
  ): Promise<Write | undefined> {
    const row = this.pickOne(rows, ({ status }) => status !== 'trash');
    if (!row) return undefined;
    const fields = fieldsOf(row);
    return this.sent('PATCH', `/events/${row.id}`, fields, {}, name, { event: row.id });
  }

  private async deleteOne(rows: Snapshot): Promise<Write | undefined> {
    const row = this.pickOne(rows, ({ status }) => status !== 'trash');
    if (!row) return undefined;
    const query = this.random.chance(0.2) ? { force: true } : {};
    const write = await this.sent('DELETE', `/events/${row.id}`, {}, query, 'delete', {
      event: row.id,
    });
    if (write) this.deleted.add(row.id);
    return write;
  }

  private async restoreOne(rows: Snapshot): Promise<Write | undefined> {
    const row = this.pickOne(rows, ({ status }) => status === 'trash');
    if (!row) return undefined;
    const [path, fields] = [`/events/${row.id}`, { status: 'publish' }];
    const write = await this.sent('PATCH', path, fields, {}, 'restore', { event: row.id });
    if (write) this.deleted.delete(row.id);
    return write;
  }

  private async writeAll(
    name: string,
    fieldsOf: (series: SeriesRecord) => Fields,
  ): Promise<Write | undefined> {
    const series = await this.pickSeries();
    if (!series) return undefined;
    const options = {
      past: this.random.chance(0.2),
      exceptions: this.random.chance(0.2) ? ('drop' as const) : ('keep' as const),
    };
    return this.sent('PATCH', `/series/${series.id}`, fieldsOf(series), options, name, {
      series: series.id,
      ...options,
    });
  }

  private async split(rows: Snapshot): Promise<Write | undefined> {
    const row = this.pickOne(rows, ({ status }) => status !== 'trash');
    if (!row?.series) return undefined;
    const fields = this.random.pick<Fields>([{}, { title: this.name() }]);
    const body = { from: row.slot, ...fields };
    return this.sent('POST', `/series/${row.series}/split`, body, {}, 'split', {
      series: row.series,
    });
  }

  private async removeFrom(rows: Snapshot): Promise<Write | undefined> {
    const row = this.pickOne(rows, ({ status }) => status !== 'trash');
    if (!row?.series) return undefined;
    const { series } = row;
    const write = await this.sent('DELETE', `/series/${series}`, {}, { from: row.slot }, 'end', {
      series,
    });
    // Exclusions after it end, too.
    if (write)
      for (const { id, series: of } of rows.values()) if (of === series) this.deleted.delete(id);
    return write;
  }

  private async removeAll(query: Fields): Promise<Write | undefined> {
    const series = await this.pickSeries();
    if (!series) return undefined;
    return this.sent('DELETE', `/series/${series.id}`, {}, query, 'remove', { series: series.id });
  }

  private async restoreAll(): Promise<Write | undefined> {
    const series = await this.pickSeries('trash');
    if (!series) return undefined;
    const moved = this.at(series, this.random.between(0, 2));
    const fields = { status: 'publish', ...this.random.pick([{}, moved]) };
    return this.sent('PATCH', `/series/${series.id}`, fields, {}, 'restore all', {
      series: series.id,
    });
  }

  /** Adds or excludes a date. */
  private addDate(rows: Snapshot, list: 'rdates' | 'exdates'): Promise<Write | undefined> {
    return this.writeAll(list, (series) => {
      const { start_date } = this.at(
        series,
        this.random.between(1, 40),
        this.random.between(8, 20),
      );
      const row = this.pickOne(rows, (one) => one.series === series.id && one.status !== 'trash');
      const date = list === 'rdates' ? start_date : (row?.slot ?? start_date);
      return { [list]: [...series[list], date] };
    });
  }

  private links(): Fields {
    return {
      venue: this.random.sample(this.venues, this.random.between(0, 2)),
      categories: this.random.sample(['Concerts', 'Courses'], this.random.between(0, 2)),
      tags: this.random.sample(['loud', 'outdoors'], this.random.between(0, 2)),
    };
  }

  private async sent(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: Fields,
    query: Fields,
    name: string,
    of: Omit<Write, 'name'> = {},
  ): Promise<Write | undefined> {
    const init = method === 'DELETE' ? { query } : { body, query };
    const { status } = await this.random.pick(this.apps).request(method, path, init);
    this.writes.push(
      `${status} ${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(query)}`,
    );
    // On a busy machine, a write may wait for others too long.
    if (status !== 503) expect([status < 500, status, this.writes.at(-1)]).toContain(true);
    return status < 400 ? { name, ...of } : undefined;
  }

  private pickOne(rows: Snapshot, is: (row: StoredRow) => boolean): StoredRow | undefined {
    const found = [...rows.values()].filter((row) => row.series !== null && is(row));
    return found.length === 0 ? undefined : this.random.pick(found);
  }

  private async pickSeries(status = 'publish,draft'): Promise<SeriesRecord | undefined> {
    const { body } = await this.apps[0].get<{ series: SeriesRecord[] }>('/series', {
      status,
      per_page: 50,
    });
    return body.series.length === 0 ? undefined : this.random.pick(body.series);
  }

  private at({ start_date }: SeriesRecord, days: number, hour?: number): Fields {
    const day = this.day(Date.parse(`${start_date.slice(0, 10)}T12:00:00Z`) + days * DAY);
    const start = hour ?? Number(start_date.slice(11, 13));
    const time = (of: number): string => `${day} ${String(of).padStart(2, '0')}:00:00`;
    return { start_date: time(start), end_date: time(start + 2) };
  }

  private readonly day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  private readonly name = (): string => `Series ${++this.created}`;
}
