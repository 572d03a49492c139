import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../errors';
import { opaque, readTags } from './entity-tag';
import { readHttpDate } from './http-date';
import { NotModified } from './not-modified';
import {
  isOfVersion,
  lastChange,
  type Linked,
  recordValidators,
  type Validators,
  type Versioned,
} from './validators';

/** A request, as far as conditions are concerned. */
interface ConditionalRequest {
  method?: string;
  headers: IncomingHttpHeaders;
}

type Tags = '*' | readonly string[];

/**
 * What a request makes its answer depend on, and by what its answer is known (RFC 9110 §8.8, §13).
 *
 * A record is known by the tag `"<id>.<version>-<hash>"`. Reads compare all of it. Writes compare
 * the version alone, since they mean to ask whether somebody else has changed this record: neither
 * the name of its venue nor the count of its category may stand in their way.
 */
export class Conditions {
  private readonly validators = new WeakMap<object, Validators>();

  /**
   * @param request none for what no request asked for
   * @param edition what the representations of all records depend on: addresses, settings, release
   */
  constructor(
    private readonly request: ConditionalRequest = { headers: {} },
    private readonly edition = '',
  ) {}

  /** Whether the request only reads (RFC 9110 §9.2.1). */
  get isRead(): boolean {
    return this.request.method === 'GET' || this.request.method === 'HEAD';
  }

  /**
   * Remembers by what a record is known that may become the answer.
   *
   * @param answer the record as it is answered
   * @param row what it was made from
   * @returns the answer
   */
  tagged<T extends object>(answer: T, row: Versioned, linked: Linked = []): T {
    this.validators.set(answer, recordValidators(row, linked, this.edition));
    return answer;
  }

  /** A part of an answer is known by what the whole is known by. */
  inherit(part: unknown, whole: unknown): void {
    const validators = this.validatorsOf(whole);
    if (validators && typeof part === 'object' && part !== null)
      this.validators.set(part, validators);
  }

  /** Undefined for anything but what was `tagged`. */
  validatorsOf(answer: unknown): Validators | undefined {
    return typeof answer === 'object' && answer !== null ? this.validators.get(answer) : undefined;
  }

  /** Whether the client has read this version of a record, so that a look at `linked` pays. */
  mayBeKnown(row: Versioned): boolean {
    const known = this.knownTags;
    if (!this.isRead || known === undefined) return false;
    return known === '*' || known.some((tag) => isOfVersion(opaque(tag), row));
  }

  /**
   * Ends a read before it has read everything.
   *
   * @throws NotModified when the client has the record as it would be answered
   */
  assertNew(row: Versioned, linked: Linked): void {
    const validators = recordValidators(row, linked, this.edition);
    if (this.isKnown(validators)) throw new NotModified(validators);
  }

  /**
   * Lets a write pass that `If-Match`, `If-Unmodified-Since` and `If-None-Match` allow; without
   * them, every one. It belongs into the transaction of the write, after the checks of what the
   * caller may do.
   *
   * @param row as it is stored, and locked
   * @throws Problem 412 when the record is not what the client takes it for; 400 for an `If-Match`
   *   that cannot be read, which must not be taken for none
   */
  assertUnchanged(row: Versioned): void {
    const { requiredTags, knownTags } = this;
    const isSame =
      requiredTags === undefined
        ? this.isUnmodified(lastChange([row]))
        : requiredTags === '*' || requiredTags.some((tag) => isOfVersion(tag, row));
    const isExcluded =
      knownTags === '*' || knownTags?.some((tag) => isOfVersion(opaque(tag), row)) === true;
    if (!isSame || isExcluded) throw changed();
  }

  /**
   * Whether the client of a read has the answer already (RFC 9110 §13.2.2).
   *
   * @throws Problem 412 when it wants another one than there is
   */
  isKnown({ etag, modified }: Validators): boolean {
    const { requiredTags, knownTags } = this;
    const isWanted =
      requiredTags === undefined
        ? this.isUnmodified(modified)
        : requiredTags === '*' || requiredTags.includes(etag);
    if (!isWanted) throw changed();
    if (knownTags !== undefined)
      return knownTags === '*' || knownTags.some((tag) => opaque(tag) === opaque(etag));
    const since = this.date('if-modified-since');
    return since !== undefined && modified !== undefined && modified <= since;
  }

  /** `If-Match`; a weak tag matches nothing, as it begins with no version (RFC 9110 §13.1.1). */
  private get requiredTags(): Tags | undefined {
    const field = this.request.headers['if-match'];
    const tags = field === undefined ? undefined : readTags(field);
    if (field !== undefined && tags === undefined)
      throw new Problem('rest-bad-request', {
        message: 'If-Match takes entity tags in double quotes, as ETag has them, or *.',
      });
    return tags;
  }

  /** `If-None-Match`; one that cannot be read names nothing. */
  private get knownTags(): Tags | undefined {
    const field = this.request.headers['if-none-match'];
    return field === undefined ? undefined : (readTags(field) ?? []);
  }

  /** `If-Unmodified-Since`, which says nothing of what has no date (RFC 9110 §13.1.4). */
  private isUnmodified(modified: Date | undefined): boolean {
    const since = this.date('if-unmodified-since');
    return since === undefined || modified === undefined || modified <= since;
  }

  private date(name: 'if-modified-since' | 'if-unmodified-since'): Date | undefined {
    const field = this.request.headers[name];
    return field === undefined ? undefined : readHttpDate(field, new Date());
  }
}

const changed = (): Problem =>
  new Problem('rest-precondition-failed', {
    message: 'The record is not, or no longer, the one that the request is about. Read it again.',
  });
