import { createHash } from 'node:crypto';
import { NAMESPACE } from '../../support/fuzz/calls';
import type { WireResponse, WireRequest } from '../../support/fuzz/wire';
import { type Caller, mayEdit, mayRead, type Owned } from './callers';
import { type Canaries, type Canary, maySee } from './canaries';

/** No response may contain hashes, keys, SQL or stack traces. */
const INSIDE = /scrypt\$|calendar_[\w-]{20}|node_modules|\bSELECT \S+ FROM\b|\n\s+at \S+ \(/;

const READS = ['GET', 'HEAD'];

/** Checks that responses contain nothing the caller may not see (docs/reference/interface.md#rights). */
export class LeakChecker {
  /** Number of non-public records shown to callers, by role. */
  readonly shown: Record<string, number> = {};
  private readonly hashes: string[];

  constructor(
    private readonly canaries: Canaries,
    keys: readonly string[],
  ) {
    this.hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'));
  }

  /** Describes each leak in a response. */
  faults(caller: Caller, request: WireRequest, response: WireResponse): string[] {
    const raw = `${response.headers}\n${response.text}`;
    const text = `${raw}\n${decoded(raw)}`;
    const isInside = INSIDE.test(text) || this.hashes.some((hash) => text.includes(hash));
    return [
      ...(isInside ? ['it reveals internals'] : []),
      ...this.admitted(caller, request, response),
      ...this.returned(caller, request, response),
      ...this.found(caller, request, response),
      ...this.words(caller, request, text),
      ...unreadable(caller, response),
      ...this.changes(caller, response),
    ];
  }

  /** A change reveals that its record exists, so it must be visible to the caller. */
  private changes(caller: Caller, { status, contentType, text }: WireResponse): string[] {
    if (status !== 200 || text === '' || !contentType.startsWith('application/json')) return [];
    const { changes = [] } = JSON.parse(text) as { changes?: { kind: string; id: number }[] };
    return changes
      .map(({ kind, id }) => this.canaries.of(kind, id))
      .filter((canary) => canary && !mayRead(caller, canary) && !wasPublic(canary))
      .map((canary) => `it reveals ${canary ? nameOf(canary) : ''}`);
  }

  /** An invalid credential is refused even where none is required (docs/reference/interface.md#access). */
  private admitted(
    caller: Caller,
    { method, target }: WireRequest,
    response: WireResponse,
  ): string[] {
    const isChecked = caller.isWrong && method !== 'OPTIONS' && target.includes(NAMESPACE);
    return isChecked && response.status < 400 ? ['an invalid credential was accepted'] : [];
  }

  /**
   * Requests for a canary by callers who may not read it are refused; those by callers who may
   * change it are diverted.
   */
  private returned(caller: Caller, request: WireRequest, { status }: WireResponse): string[] {
    const { method, target } = request;
    const canary = status < 400 ? this.canaries.namedBy(target) : undefined;
    if (!canary || method === 'OPTIONS') return [];
    if (!READS.includes(method)) return [`it has changed ${nameOf(canary)}`];
    const { password } = canary;
    const isOpen =
      password === undefined || sentBy(request).includes(password) || mayEdit(caller, canary);
    return mayRead(caller, canary) && isOpen
      ? []
      : [`it answers ${status} about ${nameOf(canary)}`];
  }

  /** The total of a search must not include records the caller may not see. */
  private found(caller: Caller, { target }: WireRequest, response: WireResponse): string[] {
    const [, word = ''] = /[?&]search=(canary\d+)(?=&|$)/.exec(target) ?? [];
    const location = this.canaries.locationOf(word);
    const [, total = '0'] = /^x-tec-total: (\d+)$/im.exec(response.headers) ?? [];
    if (!location || total === '0' || maySee(caller, location, false)) return [];
    return [`a search finds ${word}, the ${location.field} of ${nameOf(location.canary)}`];
  }

  private words(caller: Caller, request: WireRequest, text: string): string[] {
    const faults: string[] = [];
    let sent: string | undefined;
    for (const word of this.canaries.wordsIn(text)) {
      const location = this.canaries.locationOf(word);
      if (!location) return [`${word} is the word of no record`];
      sent ??= sentBy(request);
      const { canary, field } = location;
      const opened = canary.password !== undefined && sent.includes(canary.password);
      const isOfDeleted = field === 'uid' && wasPublic(canary) && CHANGES.test(request.target);
      if (maySee(caller, location, opened)) this.count(caller, canary);
      // Words that the caller sent are no leaks; a password is never returned.
      else if (!isOfDeleted && (field === 'password' || !sent.includes(word)))
        faults.push(`it reveals ${word}, the ${field} of ${nameOf(canary)}`);
    }
    return faults;
  }

  private count({ role }: Caller, { status, password }: Canary): void {
    if (status === 'publish' && password === undefined) return;
    this.shown[role] = (this.shown[role] ?? 0) + 1;
  }
}

/**
 * A deletion is shown, with its uid, to callers who could see the record
 * (docs/reference/synchronising.md).
 */
const wasPublic = ({ status }: Canary): boolean => status === 'trash';
const CHANGES = new RegExp(`${NAMESPACE}/changes`, 'i');

/** Decodes folded lines, entities, escapes and tokens, which can all hide a word. */
export const decoded = (text: string): string =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .replace(/"sync_token":"([\w-]+)"/g, (_, token: string) =>
      Buffer.from(token, 'base64url').toString('latin1'),
    )
    .replace(/&#x([\da-f]{1,6});|\\u([\da-f]{4})|%([\da-f]{2})/gi, (_, ...digits: string[]) =>
      characterOf(parseInt(digits.slice(0, 3).find(Boolean) ?? '', 16)),
    )
    .replace(/&#(\d{1,7});/g, (_, digits: string) => characterOf(Number(digits)));

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function unreadable(caller: Caller, { status, contentType, text }: WireResponse): string[] {
  if (status >= 300 || text === '' || !contentType.startsWith('application/json')) return [];
  const body = JSON.parse(text) as object;
  // The examples of the OpenAPI document belong to nobody.
  if ('openapi' in body) return [];
  // The response of a creation shows the record to its creator, who may not be allowed to read it
  // later.
  const records = status === 201 ? Object.values(body).flatMap(recordsIn) : recordsIn(body);
  return records
    .filter((record) => !mayRead(caller, record))
    .map((record) => `it shows a record that is not for them: ${JSON.stringify(record)}`);
}

function recordsIn(value: unknown): Owned[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(recordsIn);
  const { author, status } = value as Record<string, unknown>;
  const isRecord = typeof author === 'string' && typeof status === 'string';
  return isRecord ? [{ author: Number(author), status }, ...inner] : inner;
}

const sentBy = ({ target, headers, body }: WireRequest): string =>
  [target, ...Object.values(headers), body?.toString('latin1') ?? ''].join('\n');

const nameOf = ({ resource, id, status, author, password }: Canary): string =>
  `/${resource}/${id} (${status}${password === undefined ? '' : ', protected'}, of ${author})`;
