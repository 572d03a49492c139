import type { JWTPayload } from 'jose';
import { type Role, ROLES } from '../http/request-context';
import { INTEGER_MAX } from '../input';

/** Finds a claim by its name, which may contain dots, or else by its path. */
export function claimAt(claims: JWTPayload, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Returns the highest role in a claim that is a text or an array of texts. */
export function roleIn(claim: unknown): Role {
  const named = [claim].flat();
  return ROLES.findLast((role) => role !== 'anonymous' && named.includes(role)) ?? 'subscriber';
}

/** Returns the author id in a claim that is a number or digits; 0 for any other claim. */
export function authorIn(claim: unknown): number {
  const id = typeof claim === 'string' && /^\d{1,16}$/.test(claim) ? Number(claim) : claim;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= INTEGER_MAX ? id : 0;
}
