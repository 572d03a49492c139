import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** A salted scrypt hash (RFC 7914) of an event's password, as `scrypt$<salt>$<key>` in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Whether one of the passwords is the one that was hashed; compared in constant time. */
export async function matchesPassword(
  hash: string,
  passwords: readonly (string | null | undefined)[],
): Promise<boolean> {
  const [, salt, key] = hash.split('$').map((part) => Buffer.from(part, 'base64'));
  const sent = new Set(passwords.filter((password) => typeof password === 'string'));
  for (const password of sent)
    if (timingSafeEqual(key, await derive(password, salt, KEY_BYTES))) return true;
  return false;
}
