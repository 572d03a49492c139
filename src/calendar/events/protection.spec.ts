import { ANONYMOUS, type Caller, EVERYBODY, type Role } from '../../platform/http/context';
import { STATUSES } from '../publication';
import { hashPassword, matchesPassword, openTo } from './protection';

describe('The hash of a password', () => {
  it('is salted, and reveals nothing of the password', async () => {
    const [one, two] = await Promise.all([hashPassword('sesame'), hashPassword('sesame')]);
    expect(one).not.toBe(two);
    expect(one).toMatch(/^scrypt\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(one).not.toContain(Buffer.from('sesame').toString('base64').slice(0, 6));
  });

  it.each(['sesame', ' ', 'Grüße 🎉', 'a'.repeat(200)])('matches only %j', async (password) => {
    const hash = await hashPassword(password);
    expect(await matchesPassword(hash, password)).toBe(true);
    for (const other of [`${password}x`, `${password.toUpperCase()}!`, ''])
      expect(await matchesPassword(hash, other)).toBe(false);
  });
});

describe('openTo', () => {
  const caller = (role: Role, author: number, credential = true): Caller => ({
    role,
    author,
    identity: '',
    credential,
  });
  const NONE = { condition: 'event.password_hash IS NULL', parameters: {} };

  it.each([
    ['everybody', EVERYBODY],
    ['anybody', ANONYMOUS],
    ['a subscriber', caller('subscriber', 1)],
    ['an author who has not proven to be one', caller('author', 1, false)],
    ['an author nobody knows', caller('author', 0)],
  ])('selects for %s only events without a password', (_who, who) => {
    expect(openTo(who)).toEqual(NONE);
  });

  it.each([
    ['author', STATUSES],
    ['contributor', ['draft', 'pending', 'private', 'trash']],
  ] as const)('also selects the events that the role %s may edit', (role, editable) => {
    expect(openTo(caller(role, 7))).toEqual({
      condition: expect.stringContaining('event.author = :editor') as string,
      parameters: { editor: 7, editable },
    });
  });
});
