import { ApiKeys } from '../../src/platform/access';
import { type Answer, startApp, type TestApp } from './app';

/** The password of the test events. */
export const RIGHT = 'open sesame';
/** The number of attempts per address. */
export const LIMIT = 10;

let serial = 0;

/** Returns an unused client address. */
export const newAddress = (): string => `192.0.2.${++serial}`;

export const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

/** Instances of the service on one database, which share the count of attempts. */
export class GuessedInstances {
  private constructor(
    readonly one: TestApp,
    readonly other: TestApp,
    /** The key `importer` of an editor. */
    readonly key: string,
  ) {}

  static async start(): Promise<GuessedInstances> {
    const one = await startInstance();
    const other = await startInstance({ DATABASE_URL: one.databaseUrl });
    const key = await one.nest.get(ApiKeys).create('importer', 'editor', 1, new Date());
    return new GuessedInstances(one, other, key ?? '');
  }

  /** Starts a further instance; the caller closes it. */
  startLater(settings?: Record<string, string>): Promise<TestApp> {
    return startInstance({ DATABASE_URL: this.one.databaseUrl, ...settings });
  }

  async close(): Promise<void> {
    await this.other.close();
    await this.one.close();
  }

  /** @returns the id of a new event with the password */
  async newEvent(): Promise<number> {
    const fields = {
      title: this.one.newName('Event'),
      start_date: '2031-05-01 10:00',
      end_date: '2031-05-01 11:00',
      password: RIGHT,
    };
    const headers = { Authorization: `Bearer ${this.key}` };
    const { body } = await this.one.post<{ id: number }>('/events', fields, { headers });
    return body.id;
  }
}

const startInstance = (settings: Record<string, string> = {}): Promise<TestApp> =>
  startApp({
    ACCESS: 'protected',
    TRUSTED_PROXIES: 'loopback',
    // A burst runs concurrently: on a busy machine, queued requests would be refused.
    MAX_CONCURRENT_REQUESTS: '64',
    ...settings,
  });

/** Sends a credential from an address. */
export const credential = (app: TestApp, authorization: string, address: string): Promise<Answer> =>
  app.request('GET', '/tags', {
    headers: { Authorization: authorization, 'X-Forwarded-For': address },
  });

/** Sends a password of an event from an address. */
export const password = (
  app: TestApp,
  event: number,
  text: string,
  address: string,
): Promise<Answer> =>
  app.request('GET', `/events/${event}`, {
    query: { password: text },
    headers: { 'X-Forwarded-For': address },
  });
