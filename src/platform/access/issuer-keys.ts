import { Logger } from '@nestjs/common';
import {
  createRemoteJWKSet,
  type CryptoKey,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  type RemoteJWKSet,
} from 'jose';
import { Problem } from '../errors';

const TIMEOUT_MILLISECONDS = 3000;
/** How long an issuer that has failed is left alone. */
const RETRY_SECONDS = 5;
/** How long a key that the issuer has withdrawn may still be taken. */
const MAX_AGE_MILLISECONDS = 10 * 60 * 1000;
/** How often tokens of unknown keys may make the service ask for new ones. */
const COOLDOWN_MILLISECONDS = 30 * 1000;

/** What is wrong with a token, not with the key set. */
const OF_TOKENS = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
];

/** Where an issuer describes itself (OpenID Connect Discovery 1.0 §4). */
export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** The public keys that an issuer signs with: asked for when they are first needed, and kept. */
export class IssuerKeys {
  private readonly logger = new Logger('Issuer');
  private keySet?: Promise<RemoteJWKSet>;
  /** On the clock of the process, which nobody sets; milliseconds. */
  private retryAt = 0;

  constructor(private readonly issuer: string) {}

  /**
   * The key that a token says it is signed with.
   *
   * @throws JOSEError when the issuer has no such key; JWKSMultipleMatchingKeys, which holds them,
   *   when it has several
   * @throws Problem rest-issuer-unavailable when the issuer does not answer, or not as it should
   */
  async keyOf(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const discovered = (this.keySet ??= this.discover());
    let keys: RemoteJWKSet | undefined;
    try {
      keys = await discovered;
      return await keys(header, token);
    } catch (error) {
      if (OF_TOKENS.some((kind) => error instanceof kind)) throw error;
      // The key set may have moved; but as long as its keys are fresh they are still good.
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
    if (!response.ok) throw new Error(`its description answers ${response.status}`);
    return createRemoteJWKSet(keySetAddress(await response.json(), this.issuer), {
      timeoutDuration: TIMEOUT_MILLISECONDS,
      cacheMaxAge: MAX_AGE_MILLISECONDS,
      cooldownDuration: COOLDOWN_MILLISECONDS,
      [customFetch]: (url, options) => this.fetch(url, options),
    });
  }

  /** Asks an issuer that has failed no more for a while: requests would wait for it in vain. */
  private async fetch(url: string, options: RequestInit): Promise<Response> {
    if (performance.now() < this.retryAt) throw new Error('it has just failed');
    return fetch(url, options);
  }

  /** One line in the log, however many requests have waited for the same answer. */
  private unavailable(error: unknown): Problem {
    if (performance.now() >= this.retryAt) {
      this.retryAt = performance.now() + RETRY_SECONDS * 1000;
      this.logger.error(`The issuer ${this.issuer} cannot be asked: ${reasonOf(error)}`);
    }
    return new Problem('rest-issuer-unavailable', {
      headers: { 'Retry-After': String(RETRY_SECONDS) },
    });
  }
}

/**
 * Where the keys are, from an issuer's description (OpenID Connect Discovery 1.0 §3).
 *
 * @throws Error when it is the description of another issuer, or gives the keys away to the network
 */
function keySetAddress(description: unknown, issuer: string): URL {
  const { issuer: described, jwks_uri: address } = (description ?? {}) as Record<string, unknown>;
  if (described !== issuer) throw new Error('its description names another issuer');
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new Error('its description has no jwks_uri');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.origin !== new URL(issuer).origin)
    throw new Error('its jwks_uri is not https');
  return url;
}

/** `fetch` keeps to its cause what has happened, which may be several things without a message. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message || String((cause as NodeJS.ErrnoException).code);
}
