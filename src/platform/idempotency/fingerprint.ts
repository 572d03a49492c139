import { createHash, createHmac } from 'node:crypto';

/** What a key is good for: the creations of one caller on one route. */
export interface Scope {
  /** `Caller.identity`; empty where everybody is one caller. */
  caller: string;
  method: string;
  /** The path as it is declared, which has neither language nor slash at its end. */
  route: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** The name that a key is stored under: SHA-256 in hex, for the key itself is not stored. */
export function hashOf({ caller, method, route, parameters }: Scope, key: string): string {
  return createHash('sha256')
    .update(canonical([caller, method, route, parameters, key]))
    .digest('hex');
}

/**
 * Tells whether two requests with one key ask for the same, whatever the order of their fields.
 *
 * It is keyed (RFC 2104) by what is not stored, so that whoever reads the table cannot try out what
 * a body may have held, such as a password.
 */
export function fingerprintOf(body: unknown, key: string): string {
  return createHmac('sha256', key).update(canonical(body)).digest('hex');
}

/** JSON in which the keys of all objects are sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
