import { Logger } from '@nestjs/common';
import { FailedLogins } from './failed-logins';

describe('FailedLogins', () => {
  const attempt = { target: 'event 7', hash: 'hash' };
  const wrong = (logins: FailedLogins, client: string): Promise<boolean> =>
    logins.password({ ...attempt, client, password: 'wrong' }, () => Promise.resolve(false));
  const right = (logins: FailedLogins, client: string): Promise<boolean> =>
    logins.password({ ...attempt, client, password: 'right' }, () => Promise.resolve(true));

  beforeAll(() => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterAll(() => jest.restoreAllMocks());

  it('limit 1,000 wrong passwords of one event from all clients, except for those that have opened it', async () => {
    const logins = new FailedLogins();
    expect(await right(logins, 'reader')).toBe(true);
    for (let client = 1; client <= 1000; client++)
      expect(await wrong(logins, `client ${client}`)).toBe(false);
    const refused = { code: 'rest-too-many-requests' };
    await expect(right(logins, 'newcomer')).rejects.toMatchObject(refused);
    await expect(wrong(logins, 'reader')).rejects.toMatchObject(refused);
    expect(await right(logins, 'reader')).toBe(true);
  });

  it('limit 100 wrong passwords of one client for all events', async () => {
    const logins = new FailedLogins();
    const open = (event: number): Promise<boolean> =>
      logins.password({ client: 'c', target: `event ${event}`, hash: 'h', password: 'p' }, () =>
        Promise.resolve(false),
      );
    for (let event = 1; event <= 100; event++) expect(await open(event)).toBe(false);
    await expect(open(101)).rejects.toMatchObject({ code: 'rest-too-many-requests' });
  });

  it('check a password again when it was changed', async () => {
    const logins = new FailedLogins();
    expect(await right(logins, 'reader')).toBe(true);
    const changed = { ...attempt, client: 'reader', password: 'right', hash: 'another' };
    expect(await logins.password(changed, () => Promise.resolve(false))).toBe(false);
  });
});
