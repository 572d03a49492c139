import { setTimeout as sleep } from 'node:timers/promises';
import { basicAuthorization } from '../foreign-values';
import { unreadable } from '../import-source';

const NAMESPACE = 'tribe/events/v1';
const TIMEOUT_MILLISECONDS = 60_000;
const BYTES_MAX = 32 * 1024 * 1024;
/** Responses of the plugin have about ten. */
const LEVELS_MAX = 50;
const ATTEMPTS = 4;
/** Before the second attempt; it doubles for each further one. */
const PAUSE_MILLISECONDS = 1000;
/**
 * The end of the error code for a page beyond the last. Older versions of the plugin also send it for an empty list.
 */
const NO_PAGE = '-archive-page-not-found';

type Query = Readonly<Record<string, string | number>>;
type Json = Record<string, unknown>;

/** An unexpected response of a site, or none, after several attempts. */
export class SiteError extends Error {}

/** Not attempted again: the response would be the same. */
class LimitError extends SiteError {}

class StatusError extends SiteError {
  constructor(
    address: string,
    readonly status: number,
    code: string,
  ) {
    super(`${address} answers with HTTP status ${status}${code === '' ? '' : ` (${code})`}`);
  }
}

/** Refused requests are not repeated. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof StatusError && error.status < 500 && error.status !== 429;

export class SiteClient {
  private root?: string;

  /**
   * @param site the address of the site, or of its REST interface
   * @param key `user:application password`, for unpublished records
   * @param login `user:password` of a server that protects the site as a whole
   */
  constructor(
    private readonly site: string,
    readonly key?: string,
    private readonly login?: string,
  ) {}

  /**
   * Finds the REST interface of the site.
   *
   * @throws Problem import-unreadable
   */
  async open(): Promise<void> {
    const site = this.site.endsWith('/') ? this.site.slice(0, -1) : this.site;
    const roots = site.endsWith('/events/v1')
      ? [site]
      : [`${site}/wp-json/${NAMESPACE}`, `${site}/?rest_route=/${NAMESPACE}`];
    const reasons = new Set<string>();
    for (const root of roots) {
      this.root = root;
      try {
        await this.get('events', { per_page: 1 });
        return;
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        reasons.add(error.message);
        if (error instanceof StatusError && [401, 403].includes(error.status)) break;
      }
    }
    throw unreadable(
      `The site has no REST interface of The Events Calendar that can be read: ${[...reasons].join('; ')}.`,
    );
  }

  /**
   * @param asPublic whether to read it without the key, as everybody does
   * @returns undefined for a page beyond the last
   * @throws SiteError
   */
  async get(path: string, query: Query, asPublic = false): Promise<Json | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(path, query, asPublic ? undefined : this.key);
      } catch (error) {
        const isFinal = isRefusal(error) || error instanceof LimitError || attempt === ATTEMPTS;
        if (!(error instanceof SiteError) || isFinal) throw error;
        await sleep(PAUSE_MILLISECONDS * 2 ** (attempt - 1));
      }
    }
  }

  private async attempt(
    path: string,
    query: Query,
    key: string | undefined,
  ): Promise<Json | undefined> {
    const { root = this.site } = this;
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const address = `${root}/${path}`;
    const mark = root.includes('?') ? '&' : '?';
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${address}${mark}${String(parameters)}`, {
        headers: {
          Accept: 'application/json',
          ...basicAuthorization(key ?? this.login),
        },
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      text = await textOf(response);
    } catch (error) {
      if (error instanceof SiteError) throw error;
      const { message, cause } = error as Error;
      throw new SiteError(
        `the site cannot be reached (${(cause as NodeJS.ErrnoException | undefined)?.code ?? message})`,
      );
    }
    if (response.ok) return parsed(text);
    const code = codeOf(text);
    if (response.status === 404 && code.endsWith(NO_PAGE)) return undefined;
    throw new StatusError(address, response.status, code);
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!body) return '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new LimitError('the response of the site is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function codeOf(text: string): string {
  try {
    const { code } = parsed(text);
    return typeof code === 'string' && /^[\w-]{1,100}$/.test(code) ? code : '';
  } catch {
    return '';
  }
}

/** Warnings of PHP may precede the response. */
function parsed(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text.slice(Math.max(0, text.indexOf('{'))));
  } catch {}
  if (typeof value !== 'object' || value === null)
    throw new SiteError('the response of the site is not JSON');
  if (isDeep(value)) throw new LimitError('the response of the site is nested too deeply');
  return value as Json;
}

function isDeep(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < LEVELS_MAX && level.length > 0; depth++)
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  return level.length > 0;
}
