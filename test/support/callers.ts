import { ApiKeys } from '../../src/platform/auth';
import { type Role, ROLES } from '../../src/platform/http/context';
import { type TestResponse, type CreatedRecord, type Fields, startApp, type TestApp } from './app';

export const RECORDS = ['event', 'venue', 'organizer'] as const;
export type RecordKind = (typeof RECORDS)[number];

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof STATUSES)[number];

export const TITLES: Record<RecordKind, string> = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
};

export const STRANGER = 999;
const AHEAD = '2031-01-01 00:00:00';

export const authorOf = (role: Role): number => ROLES.indexOf(role) * 10;

export class Callers {
  private written = 0;

  private constructor(
    readonly app: TestApp,
    /** `anonymous` has no key. */
    readonly keys: Partial<Record<Role, string>>,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<Callers> {
    const app = await startApp({ ACCESS: 'protected', ...settings });
    const keys: Partial<Record<Role, string>> = {};
    for (const role of ROLES.slice(1))
      keys[role] = await app.nest
        .get(ApiKeys)
        .create(`${role}-key`, role, authorOf(role), new Date());
    return new Callers(app, keys);
  }

  as(
    role: Role,
    method: string,
    path: string,
    body?: Fields,
    query?: Fields,
  ): Promise<TestResponse> {
    const key = this.keys[role];
    const headers = key === undefined ? undefined : { Authorization: `Bearer ${key}` };
    return this.app.request(method, path, { body, query, headers });
  }

  fieldsOf(kind: RecordKind, fields: Fields = {}): Fields {
    const times = { start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' };
    return {
      [TITLES[kind]]: `${kind} of the callers ${++this.written}`,
      ...(kind === 'event' && times),
      ...fields,
    };
  }

  async make(kind: RecordKind, status: Status, author: number): Promise<CreatedRecord> {
    const { status: returned, body } = await this.as('administrator', 'POST', `/${kind}s`, {
      ...this.fieldsOf(kind),
      status: status === 'trash' ? 'publish' : status,
      ...(status === 'future' && { date: AHEAD }),
      author,
    });
    expect(returned).toBe(201);
    if (status === 'trash')
      await this.as('administrator', 'DELETE', `/${kind}s/${String(body.id)}`);
    return body as CreatedRecord;
  }
}
