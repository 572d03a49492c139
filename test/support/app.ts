import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app';
import type { AppOptions } from '../../src/app.module';
import { ScheduledPublisher } from '../../src/calendar/scheduled-publisher';
import { ZoneRulesUpdater } from '../../src/calendar/zone-rules-updater';
import { readSettings } from '../../src/settings';
import { Client, type Fields } from './client';
import { addressForInstance, createMigratedDatabase } from './databases';

export type { TestResponse, Fields } from './client';

/** The methods of an update, which are equivalent (docs/reference/interface.md#routes). */
export const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

export type CreatedRecord = Fields & { id: number; slug: string };

/** The pages of records, by resource. */
const PAGES: Readonly<Partial<Record<string, string>>> = {
  events: 'event',
  series: 'series',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'events/category',
  tags: 'events/tag',
};

/** The service as `main.ts` runs it, with a separate database and port. */
export class TestApp extends Client {
  private created = 0;

  constructor(
    readonly nest: NestExpressApplication,
    readonly origin: string,
    namespace: string,
    readonly databaseUrl: string,
    private readonly dropDatabase: () => Promise<void>,
  ) {
    super(`${origin}/${namespace}`);
  }

  /** Creates a published event of one hour in ten days, by default. */
  createEvent(fields: Fields = {}): Promise<CreatedRecord> {
    const day = new Date(Date.now() + 10 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    return this.create('/events', {
      title: this.newName('Event'),
      start_date: `${day} 10:00:00`,
      end_date: `${day} 11:00:00`,
      ...fields,
    });
  }

  createVenue(fields: Fields = {}): Promise<CreatedRecord> {
    return this.create('/venues', { venue: this.newName('Venue'), ...fields });
  }

  createOrganizer(fields: Fields = {}): Promise<CreatedRecord> {
    return this.create('/organizers', { organizer: this.newName('Organizer'), ...fields });
  }

  createCategory(fields: Fields = {}): Promise<CreatedRecord> {
    return this.create('/categories', { name: this.newName('Category'), ...fields });
  }

  createTag(fields: Fields = {}): Promise<CreatedRecord> {
    return this.create('/tags', { name: this.newName('Tag'), ...fields });
  }

  async list(path: string, query: Fields = {}): Promise<CreatedRecord[]> {
    const { status, body } = await this.get<Record<string, CreatedRecord[]>>(path, query);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body[path.slice(1)];
  }

  /** Returns the address of the page of a record; that in the interface for resources of other modules. */
  pageOf(resource: string, { id, slug }: { id: number; slug: string }): string {
    const folder = PAGES[resource];
    return folder === undefined
      ? `${this.url}/${resource}/${id}`
      : `${this.origin}/${folder}/${slug}/`;
  }

  newName(kind: string): string {
    return `${kind} ${++this.created}`;
  }

  /** Publishes records in the background when their date comes, as a running service does. */
  publishOnSchedule(): void {
    this.nest.get(ScheduledPublisher).begin();
  }

  async close(): Promise<void> {
    await this.nest.close();
    await this.dropDatabase();
  }

  /** Retries after a 503, as Retry-After says. */
  async create(path: string, fields: Fields): Promise<CreatedRecord> {
    for (;;) {
      const { status, headers, body } = await this.post<CreatedRecord>(path, fields);
      if (status === 201) return body;
      if (status !== 503) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
      await sleep(Number(headers.get('retry-after')) * 1000);
    }
  }
}

/**
 * Starts the service for a test file, on an empty database of the Jest project's kind.
 *
 * @param settings environment variables; the database in `DATABASE_URL` is neither created nor
 * dropped
 * @param options further options of the application
 */
export async function startApp(
  settings: Record<string, string> = {},
  options?: AppOptions,
): Promise<TestApp> {
  const database =
    settings.DATABASE_URL === undefined
      ? await createMigratedDatabase(migrate)
      : { url: settings.DATABASE_URL, drop: () => Promise.resolve() };
  const read = readSettings(
    {
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...settings,
      DATABASE_URL: addressForInstance(database.url),
    },
    options?.modules,
  );
  const nest = await createApp(read, options);
  await nest.listen(0, '127.0.0.1');
  await finishStart(nest);
  const { port } = nest.getHttpServer().address() as AddressInfo;
  return new TestApp(nest, `http://127.0.0.1:${port}`, read.apiNamespace, database.url, () =>
    database.drop(),
  );
}

async function finishStart(nest: NestExpressApplication): Promise<void> {
  const updater = nest.get(ZoneRulesUpdater);
  updater.begin();
  await updater.done();
}

async function migrate(DATABASE_URL: string): Promise<void> {
  const nest = await createApp(readSettings({ LOG_LEVEL: 'silent', PORT: '0', DATABASE_URL }));
  await nest.init();
  await finishStart(nest);
  await nest.close();
}
