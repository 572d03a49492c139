import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { Problem } from '../errors';
import { opaque } from './entity-tag';
import { NotModified } from './not-modified';
import { PreconditionFields } from './precondition-fields';
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

/** A request whose conditions its context holds. */
export type WithConditions = Request & { context: { conditions: Conditions } };

/**
 * What a request makes its answer depend on, and by what its answer is known (RFC 9110 §8.8, §13).
 *
 * A record is known by the tag `"<id>.<version>-<hash>"`. Reads compare all of it. Writes compare
 * the version alone, since they mean to ask whether somebody else has changed this record: neither
 * the name of its venue nor the count of its category may stand in their way.
 */
export class Conditions {
  private readonly fields: PreconditionFields;
  private readonly validators = new WeakMap<object, Validators>();

  /**
   * @param request none for what no request asked for
   * @param edition what the representations of all records depend on: addresses, settings, build
   * @param now when the request arrived: it is told of no later change
   */
  constructor(
    private readonly request: ConditionalRequest = { headers: {} },
    private readonly edition = '',
    private readonly now = new Date(),
  ) {
    this.fields = new PreconditionFields(request.headers, now);
  }

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
  withValidators<T extends object>(answer: T, row: Versioned, linked: Linked = []): T {
    this.validators.set(answer, this.validatorsFor(row, linked));
    return answer;
  }

  /** A part of an answer is known by what the whole is known by. */
  inherit(part: unknown, whole: unknown): void {
    const validators = this.validatorsOf(whole);
    if (validators && typeof part === 'object' && part !== null)
      this.validators.set(part, validators);
  }

  /** Undefined for anything but what was `withValidators`. */
  validatorsOf(answer: unknown): Validators | undefined {
    return typeof answer === 'object' && answer !== null ? this.validators.get(answer) : undefined;
  }

  /**
   * Whether a read may end with a 304 before everything has been read: its conditions can be judged by
   * versions, without the dates of all that is linked.
   */
  get areOfVersions(): boolean {
    const { ifNoneMatch, ifUnmodifiedSince } = this.fields;
    return this.isRead && ifNoneMatch !== undefined && ifUnmodifiedSince === undefined;
  }

  /** Whether a 304 is likely: the client of a read has this version of a record. */
  namesVersion(row: Versioned): boolean {
    const { ifNoneMatch } = this.fields;
    if (!this.areOfVersions || ifNoneMatch === undefined) return false;
    return ifNoneMatch === '*' || ifNoneMatch.some((tag) => isOfVersion(opaque(tag), row));
  }

  /**
   * Ends a read before it has read everything, where `namesVersion` makes it likely.
   *
   * @param linked as `withValidators` gets it; dates are not needed
   * @throws NotModified when the client has the record as it would be answered
   * @throws Problem those of `assertWanted`
   */
  endIfNotModified(row: Versioned, linked: Linked): void {
    const validators = this.validatorsFor(row, linked);
    this.assertWanted(validators);
    if (this.isNotModified(validators)) throw new NotModified(validators.etag);
  }

  /**
   * Lets a read pass that wants the answer there is (RFC 9110 §13.2.2, steps 1 and 2).
   *
   * @throws Problem 412 when it wants another one; 400 for an `If-Match` that cannot be read
   */
  assertWanted({ etag, modified }: Validators): void {
    const { ifMatch } = this.fields;
    const isWanted =
      ifMatch === undefined
        ? this.isUnmodified(modified)
        : ifMatch === '*' || ifMatch.includes(etag);
    if (!isWanted) throw changed();
  }

  /** Whether the client of a read has the answer already (RFC 9110 §13.2.2, steps 3 and 4). */
  isNotModified({ etag, modified }: Validators): boolean {
    const { ifNoneMatch, ifModifiedSince } = this.fields;
    if (ifNoneMatch !== undefined)
      return ifNoneMatch === '*' || ifNoneMatch.some((tag) => opaque(tag) === opaque(etag));
    return ifModifiedSince !== undefined && modified !== undefined && modified <= ifModifiedSince;
  }

  /**
   * Lets a write pass that `If-Match`, `If-Unmodified-Since` and `If-None-Match` allow; without
   * them, every one. It belongs where the record is locked for the write, after the checks of what
   * the caller may do.
   *
   * @param row as it is stored, and locked
   * @throws Problem 412 when the record is not what the client takes it for; 400 for an `If-Match`
   *   that cannot be read
   */
  assertUnchanged(row: Versioned): void {
    const { ifMatch, ifNoneMatch } = this.fields;
    const isSame =
      ifMatch === undefined
        ? this.isUnmodified(lastChange([row], this.now))
        : ifMatch === '*' || ifMatch.some((tag) => isOfVersion(tag, row));
    const isExcluded =
      ifNoneMatch === '*' || ifNoneMatch?.some((tag) => isOfVersion(opaque(tag), row)) === true;
    if (!isSame || isExcluded) throw changed();
  }

  private validatorsFor(row: Versioned, linked: Linked): Validators {
    return recordValidators(row, linked, this.edition, this.now);
  }

  /** `If-Unmodified-Since` says nothing of what has no date (RFC 9110 §13.1.4). */
  private isUnmodified(modified: Date | undefined): boolean {
    const since = this.fields.ifUnmodifiedSince;
    return since === undefined || modified === undefined || modified <= since;
  }
}

const changed = (): Problem =>
  new Problem('rest-precondition-failed', {
    message: 'The record is not, or no longer, the one that the request is about. Read it again.',
  });
