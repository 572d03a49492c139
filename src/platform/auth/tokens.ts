import { Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyOptions, JWTVerifyResult } from 'jose';
import { type OidcSettings, Settings } from '../config';
import { Problem } from '../errors';
import { type Caller, type Role, ROLES } from '../http/context';
import { INTEGER_MAX } from '../validation';
import { IssuerKeys, jose } from './issuer-keys';
import { unauthorized } from './credential';

/** Asymmetric signatures only; never HMAC or `none` (RFC 8725 §3.1). */
const ALGORITHMS: JWTVerifyOptions['algorithms'] = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
];

/**
 * The types of access tokens; other tokens, such as `logout+jwt`, are not accepted (RFC 8725
 * §3.11).
 */
const TYPE = /^((application\/)?at\+)?jwt$/i;

const CLOCK_TOLERANCE_SECONDS = 5;

/** OpenID Connect Core 1.0 §2 */
const SUBJECT_MAX = 255;

interface Issuer extends OidcSettings {
  keys: IssuerKeys;
}

/**
 * Verifies tokens of the OpenID Connect issuer in the settings, if there is one
 * (docs/reference/interface.md#access).
 */
@Injectable()
export class Tokens {
  private readonly issuer?: Issuer;

  constructor({ oidc }: Settings) {
    if (!oidc) return;
    // A missing package fails at the start, not at each token; and no token waits for loading it.
    jose();
    this.issuer = { ...oidc, keys: new IssuerKeys(oidc.issuer) };
  }

  /** True when a Bearer token is one of the issuer's: it has the form of a JWT (RFC 7519 §3). */
  include(bearer: string): boolean {
    return this.issuer !== undefined && bearer.split('.').length === 3;
  }

  /**
   * Returns the caller that a token authenticates; undefined for an invalid token.
   *
   * @throws Problem 401 for a token that does not count as a failed attempt: it has expired, or its
   * key may not be known yet
   * @throws Problem rest-issuer-unavailable
   */
  async callerOf(token: string): Promise<Caller | undefined> {
    if (!this.issuer) return undefined;
    const { roleClaim, authorClaim } = this.issuer;
    if (issuerOf(token) !== this.issuer.issuer) return undefined;
    const claims = await verify(token, this.issuer, new Date());
    const { sub } = claims ?? {};
    if (!claims || typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_MAX)
      return undefined;
    return {
      role: roleIn(claimAt(claims, roleClaim)),
      author: authorIn(claimAt(claims, authorClaim)),
      identity: `oidc:${sub}`,
      credential: true,
    };
  }
}

/**
 * Returns the issuer named in an unverified token: tokens of other issuers cause no request to the
 * issuer.
 */
function issuerOf(token: string): string | undefined {
  try {
    return jose().decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function verify(
  token: string,
  { issuer, audience, keys }: Issuer,
  now: Date,
): Promise<JWTPayload | undefined> {
  try {
    const { payload, protectedHeader } = await verifyByAny(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    });
    return TYPE.test(protectedHeader.typ ?? 'JWT') ? payload : undefined;
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { JWTExpired, JWKSNoMatchingKey } = jose().errors;
    if (error instanceof JWTExpired) throw unauthorized('The token has expired.', 'invalid_token');
    if (error instanceof JWKSNoMatchingKey)
      throw unauthorized('The key that the token is signed with is not known.', 'invalid_token');
    // Any other error is an invalid token.
    return undefined;
  }
}

/**
 * Verifies a token that need not name its key (RFC 7515 §4.1.4): then every matching key is tried.
 */
async function verifyByAny(
  token: string,
  keys: IssuerKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  const { errors, jwtVerify } = jose();
  try {
    return await jwtVerify(token, (header, signed) => keys.keyOf(header, signed), options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch(unlessSignedByAnother);
      if (verified) return verified;
    }
    throw error;
  }
}

function unlessSignedByAnother(error: unknown): undefined {
  if (!(error instanceof jose().errors.JWSSignatureVerificationFailed)) throw error;
}

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
