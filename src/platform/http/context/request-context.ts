import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Settings } from '../../config';
import type { ZoneRules } from '../../dates';
import type { RequestKey } from '../../idempotency';
import type { Conditions } from '../conditional';
import type { RequestedLanguage } from './requested-language';
import type { FieldSelection } from './sparse-fields.interceptor';

/** The roles, from the fewest rights to all rights. */
export const ROLES = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const;
export type Role = (typeof ROLES)[number];

/** The sender of a request, as proven by its credential. */
export interface Caller {
  role: Role;
  /** The author id of the records that the caller creates; 0: unknown. */
  author: number;
  /** Identifies the caller: `key:<name>`, `oidc:<sub>`; empty without a credential. */
  identity: string;
  /** Whether a credential proved the rights of the role; false where every caller has them. */
  credential: boolean;
}

/** `ACCESS=open`: every caller has all rights, without a credential. */
export const EVERYBODY: Caller = {
  role: 'administrator',
  author: 0,
  identity: '',
  credential: false,
};

/** `ACCESS=protected`: a caller without a credential. */
export const ANONYMOUS: Caller = { role: 'anonymous', author: 0, identity: '', credential: false };

/** The properties of a record that the template of its public page can use. */
export interface Addressed {
  id: number;
  slug: string;
}

/**
 * Creates the absolute addresses in the responses to a request, with the scheme, host and language
 * segment of the request (docs/reference/interface.md#links).
 */
export class Links {
  /** The host name without a port, as in `global_id`. */
  readonly host: string;

  constructor(
    /** The address of the interface, without a trailing slash. */
    readonly root: string,
    /** The address of the service without a language segment and without a trailing slash. */
    readonly base: string,
    private readonly pages: Settings['pages'],
  ) {
    this.host = new URL(base).hostname;
  }

  collection(resource: string): string {
    return `${this.root}/${resource}`;
  }

  record(resource: string, id: number): string {
    return `${this.root}/${resource}/${id}`;
  }

  /**
   * Returns the public page of a record: by the template in the settings, or that of this service, or
   * else its address in the interface.
   */
  page(resource: string, record: Addressed): string {
    const template = this.pages[resource];
    if (template === undefined) return this.record(resource, record.id);
    const address = template
      .replaceAll('{slug}', encodeURIComponent(record.slug))
      .replaceAll('{id}', String(record.id));
    return address.startsWith('/') ? this.base + address : address;
  }

  globalId(id: number): string {
    return `${this.host}?id=${id}`;
  }
}

/**
 * How long the response cache may store the response to a request without a write: forever, unless
 * the response depends on the time and declares its end.
 */
export class CacheControl {
  private end = Infinity;

  /**
   * @param now see `RequestContext.now`; code that reads it here must call `endAt`
   */
  constructor(readonly now: Date) {}

  /** When the response changes without a write; milliseconds since 1970, Infinity: never. */
  get until(): number {
    return this.end;
  }

  /** Declares that the response may change at this instant. */
  endAt(instant: Date): void {
    this.end = Math.min(this.end, instant.getTime());
  }

  /** Declares that the response may change at any time, so that it is not cached. */
  endNow(): void {
    this.end = -Infinity;
  }
}

/** The data of a request for services, besides its validated input. */
export interface RequestContext {
  site: Settings;
  /** The time zone rules for parsing and showing dates. */
  rules: ZoneRules;
  links: Links;
  caller: Caller;
  /** The key of the client for limits: an address, or a network; see `clientAddress`. */
  client: string;
  /**
   * The time of the request's arrival; the current time for everything in the
   * request. Reading it makes the response uncacheable; see `CacheControl` for responses that stay valid
   * for some time.
   */
  readonly now: Date;
  cacheControl: CacheControl;
  /** The parameters as they were sent; links to other pages repeat them. */
  query: Readonly<Record<string, unknown>>;
  /**
   * The preconditions of the request and the validators of its response: `If-Match`, `ETag` and so
   * on.
   */
  conditions: Conditions;
  /** The keys of the response that the client selects; all keys for a write. */
  fields: FieldSelection;
  /** Undefined for the main language of each record. */
  language?: RequestedLanguage;
  /** The `Idempotency-Key` of a creation; see `Creations`. */
  idempotencyKey?: RequestKey;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

/** Injects the context of the request into a controller's method. */
export const Context = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): RequestContext =>
    execution.switchToHttp().getRequest<Request>().context,
);
