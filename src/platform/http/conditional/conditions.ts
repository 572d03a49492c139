import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { Problem } from '../../errors';
import { opaqueTag, readHttpDate, readTags, type Tags } from './precondition-fields';
import {
  entityTag,
  isOfVersion,
  lastChange,
  type Linked,
  recordValidators,
  type Validators,
  type Versioned,
} from './validators';

/** A request with its conditions in the context. */
export type WithConditions = Request & { context: { conditions: Conditions } };

/**
 * The conditions of a request and the validators of its response (RFC 9110 §8.8, §13).
 *
 * The entity tag of a record is `"<id>.<version>-<hash>"`. Reads compare all of it. Writes compare
 * only the version: they must fail only when the record itself was changed, not for a new name of
 * its venue or a new count of its category.
 */
export class Conditions {
  private readonly validators = new WeakMap<object, Validators>();

  /**
   * @param request undefined outside of a request
   * @param buildHash everything that the representations of all records depend on: addresses,
   * settings, build
   * @param now the time of the request: `Last-Modified` is never later
   * @param onLater is called with the dates after `now` at which `Last-Modified` changes
   */
  constructor(
    private readonly request: Pick<IncomingMessage, 'headers' | 'method'> = { headers: {} },
    private buildHash = '',
    private readonly now = new Date(),
    private readonly onLater?: (date: Date) => void,
  ) {}

  /** Makes the tags of records depend on the form in which the request wants them. */
  varyBy(form: string): void {
    this.buildHash += ` ${form}`;
  }

  /** True for a request that only reads (RFC 9110 §9.2.1). */
  get isRead(): boolean {
    return this.request.method === 'GET' || this.request.method === 'HEAD';
  }

  /**
   * Stores the validators of a record that may become the response.
   *
   * @param response the record in the response
   * @param row the row of the record
   * @returns the response
   */
  withValidators<T extends object>(response: T, row: Versioned, linked: Linked = []): T {
    const { buildHash, now, onLater } = this;
    this.validators.set(response, recordValidators(row, linked, buildHash, now, onLater));
    return response;
  }

  /** Copies the validators of the whole response to a part of it. */
  inherit(part: unknown, whole: unknown): void {
    const validators = this.validatorsOf(whole);
    if (validators && typeof part === 'object' && part !== null)
      this.validators.set(part, validators);
  }

  /** Returns undefined for a response that was not passed to `withValidators`. */
  validatorsOf(response: unknown): Validators | undefined {
    return typeof response === 'object' && response !== null
      ? this.validators.get(response)
      : undefined;
  }

  /** Returns the strong tag of a response that depends only on some values and on the build hash. */
  tagOf(...values: readonly unknown[]): string {
    return entityTag(this.buildHash, JSON.stringify(values));
  }

  /**
   * Ends a read before any query, when the client has the response with this tag.
   *
   * @throws NotModified
   */
  endIfTagged(etag: string): void {
    const { ifNoneMatch } = this;
    const needsDates = this.dateOf('if-unmodified-since') !== undefined;
    if (this.isRead && !needsDates && Array.isArray(ifNoneMatch) && this.isNotModified({ etag }))
      throw new NotModified(etag);
  }

  /**
   * Checks the preconditions of a read (RFC 9110 §13.2.2, steps 1 and 2).
   *
   * @throws Problem 412 when a precondition fails; 400 for an invalid `If-Match`
   */
  assertWanted({ etag, modified }: Validators): void {
    const { ifMatch } = this;
    const isWanted =
      ifMatch === undefined
        ? this.isUnmodified(modified)
        : ifMatch === '*' || ifMatch.includes(etag);
    if (!isWanted)
      throw failed('Somebody has changed the record since then. Read it without the condition.');
  }

  /** True when the client of a read already has the response (RFC 9110 §13.2.2, steps 3 and 4). */
  isNotModified({ etag, modified }: Validators): boolean {
    const { ifNoneMatch } = this;
    if (ifNoneMatch !== undefined)
      return ifNoneMatch === '*' || ifNoneMatch.some((tag) => opaqueTag(tag) === opaqueTag(etag));
    const ifModifiedSince = this.dateOf('if-modified-since');
    return ifModifiedSince !== undefined && modified !== undefined && modified <= ifModifiedSince;
  }

  /**
   * Checks the preconditions of a write: `If-Match`, `If-Unmodified-Since` and `If-None-Match`.
   * Without them every write passes. Call it after the record is locked and the caller's rights are
   * checked.
   *
   * @param row as stored, and locked
   * @throws Problem 412 when a precondition fails; 400 for an invalid `If-Match`
   */
  assertUnchanged(row: Versioned): void {
    const { ifMatch, ifNoneMatch } = this;
    const isSame =
      ifMatch === undefined
        ? this.isUnmodified(lastChange([row], this.now))
        : ifMatch === '*' || ifMatch.some((tag) => isOfVersion(tag, row));
    const isExcluded =
      ifNoneMatch === '*' || ifNoneMatch?.some((tag) => isOfVersion(opaqueTag(tag), row)) === true;
    if (!isSame && ifMatch !== '*' && ifMatch?.some((tag) => isOfVersion(opaqueTag(tag), row)))
      throw failed(
        'The tag in If-Match is weak, which is no proof that the record is the same (RFC 9110 §13.1.1). ' +
          'Send it without the W/, which a proxy has added.',
      );
    if (!isSame)
      throw failed(
        'Somebody has changed the record after it was read. Read it again, apply your change to ' +
          'it, and send that with the ETag of the new response in If-Match.',
      );
    if (isExcluded)
      throw failed('The record is the one that If-None-Match excludes. Nothing was written.');
  }

  /**
   * Checks the preconditions of a write that creates its record: `If-Match` fails without one
   * (RFC 9110 §13.1.1), and the others hold.
   *
   * @throws Problem 412, or 400 for an invalid `If-Match`
   */
  assertAbsent(): void {
    if (this.ifMatch !== undefined)
      throw failed('There is no record that If-Match could match. Nothing was written.');
  }

  /**
   * Includes weak tags, which never match (RFC 9110 §13.1.1).
   *
   * @throws Problem 400 for an invalid field, which must not be ignored
   */
  private get ifMatch(): Tags | undefined {
    const field = this.request.headers['if-match'];
    if (field === undefined) return undefined;
    const tags = readTags(field);
    if (tags !== undefined) return tags;
    throw new Problem('rest-bad-request', {
      message: 'If-Match takes entity tags in double quotes, as ETag has them, or *.',
    });
  }

  /** An invalid field is ignored. */
  private get ifNoneMatch(): Tags | undefined {
    const field = this.request.headers['if-none-match'];
    return field === undefined ? undefined : (readTags(field) ?? []);
  }

  private dateOf(name: 'if-modified-since' | 'if-unmodified-since'): Date | undefined {
    const field = this.request.headers[name];
    return field === undefined ? undefined : readHttpDate(field, this.now);
  }

  /** `If-Unmodified-Since` is ignored for a record without a date (RFC 9110 §13.1.4). */
  private isUnmodified(modified: Date | undefined): boolean {
    const since = this.dateOf('if-unmodified-since');
    return since === undefined || modified === undefined || modified <= since;
  }
}

const failed = (message: string): Problem => new Problem('rest-precondition-failed', { message });

/** Ends a read with a 304 as soon as the client is known to have the current response. */
export class NotModified extends Error {
  constructor(readonly etag: string) {
    super('The client has the response already.');
  }
}
