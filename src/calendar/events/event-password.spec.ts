import { hashPassword, matchesPassword } from './event-password';

describe('The hash of a password', () => {
  it('is salted, and tells nothing of it', async () => {
    const [one, two] = await Promise.all([hashPassword('sesame'), hashPassword('sesame')]);
    expect(one).not.toBe(two);
    expect(one).toMatch(/^scrypt\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(one).not.toContain(Buffer.from('sesame').toString('base64').slice(0, 6));
  });

  it.each(['sesame', ' ', 'Grüße 🎉', 'a'.repeat(200)])('matches %j alone', async (password) => {
    const hash = await hashPassword(password);
    expect(await matchesPassword(hash, [password])).toBe(true);
    expect(await matchesPassword(hash, [undefined, 'wrong', password])).toBe(true);
    expect(await matchesPassword(hash, [`${password}x`, password.toUpperCase() + '!'])).toBe(false);
  });

  it.each([[[]], [[undefined, null]], [['']]])('is matched by none of %j', async (passwords) => {
    expect(await matchesPassword(await hashPassword('sesame'), passwords)).toBe(false);
  });
});
