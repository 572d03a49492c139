import { Logger } from '@nestjs/common';
import type * as Jose from 'jose';
import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters, RemoteJWKSet } from 'jose';
import { discoveryAddress } from '../config';
import { Problem } from '../errors';
import { onDemand } from '../shared';
import { parseUrl } from '../texts';

/** Loaded only with an issuer in the settings. */
export const jose = onDemand<typeof Jose>('jose', __filename);

const TIMEOUT_MILLISECONDS = 3000;
/** How long no further request is sent to an issuer after a failure. */
const RETRY_SECONDS = 5;
/**
 * The time for which the key set is cached: a key that the issuer has revoked is accepted until
 * then.
 */
const MAX_AGE_MILLISECONDS = 10 * 60 * 1000;
/** The minimum time between two reloads of the key set because of tokens with an unknown key. */
const COOLDOWN_MILLISECONDS = 30 * 1000;

/** The public keys of an issuer, loaded when they are first needed, and cached. */
export class IssuerKeys {
  private readonly logger = new Logger('Issuer');
  private keySet?: Promise<RemoteJWKSet>;
  /** In milliseconds of the monotonic clock of the process. */
  private retryAt = 0;

  constructor(private readonly issuer: string) {}

  /**
   * Returns the key that signed a token, according to the header of the token.
   *
   * @throws JOSEError when the issuer has no such key; JWKSMultipleMatchingKeys, with all of
   *   them, when several keys match
   * @throws Problem rest-issuer-unavailable when the issuer does not answer, or its response is
   *   not valid
   */
  async keyOf(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const discovered = (this.keySet ??= this.discover());
    let keys: RemoteJWKSet | undefined;
    try {
      keys = await discovered;
      return await keys(header, token);
    } catch (error) {
      if (isOfToken(error)) throw error;
      // The address of the key set may have changed: it is discovered again, unless the cached keys
      // are still fresh.
      if (!keys?.fresh && this.keySet === discovered) this.keySet = undefined;
      throw this.unavailable(error);
    }
  }

  private async discover(): Promise<RemoteJWKSet> {
    const response = await this.fetch(discoveryAddress(this.issuer), {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (!response.ok) throw new Error(`the request for its metadata returned ${response.status}`);
    const { createRemoteJWKSet, customFetch } = jose();
    return createRemoteJWKSet(keySetAddress(await response.json(), this.issuer), {
      timeoutDuration: TIMEOUT_MILLISECONDS,
      cacheMaxAge: MAX_AGE_MILLISECONDS,
      cooldownDuration: COOLDOWN_MILLISECONDS,
      [customFetch]: (url: string, options: RequestInit) => this.fetch(url, options),
    });
  }

  /** Fails at once for some seconds after a failure, so that requests do not wait in vain. */
  private async fetch(url: string, options: RequestInit): Promise<Response> {
    if (performance.now() < this.retryAt) throw new Error('a previous request has just failed');
    return fetch(url, options);
  }

  /** Writes one line to the log, however many requests have waited for the same response. */
  private unavailable(error: unknown): Problem {
    if (performance.now() >= this.retryAt) {
      this.retryAt = performance.now() + RETRY_SECONDS * 1000;
      this.logger.error(`The issuer ${this.issuer} is unavailable: ${reasonOf(error)}`);
    }
    return new Problem('rest-issuer-unavailable', {
      headers: { 'Retry-After': String(RETRY_SECONDS) },
    });
  }
}

/** Whether an error is one of the token, not of the key set. */
function isOfToken(error: unknown): boolean {
  const { JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported } = jose().errors;
  return [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported].some(
    (kind) => error instanceof kind,
  );
}

/**
 * The address of the key set, from the metadata of an issuer (OpenID Connect Discovery 1.0 §3).
 *
 * @throws Error when the metadata is that of another issuer, or the address is not secure
 */
function keySetAddress(description: unknown, issuer: string): URL {
  const { issuer: described, jwks_uri: address } = (description ?? {}) as Record<string, unknown>;
  if (described !== issuer) throw new Error('its metadata names another issuer');
  const url = typeof address === 'string' ? parseUrl(address) : undefined;
  if (url === undefined) throw new Error('its metadata has no jwks_uri');
  if (url.protocol !== 'https:' && url.origin !== new URL(issuer).origin)
    throw new Error('its jwks_uri is not https');
  return url;
}

/** `fetch` gives the reason in `cause`, which may hold several errors, and no message. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message || String((cause as NodeJS.ErrnoException).code);
}
