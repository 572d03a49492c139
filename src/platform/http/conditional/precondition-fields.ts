import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../foundation/errors';
import { readTags } from './entity-tag';
import { readHttpDate } from './http-date';

export type Tags = '*' | readonly string[];

/** The precondition header fields of a request (RFC 9110 §13.1), as they were sent. */
export class PreconditionFields {
  constructor(
    private readonly headers: IncomingHttpHeaders,
    private readonly now: Date,
  ) {}

  /**
   * Includes weak tags, which never match (RFC 9110 §13.1.1).
   *
   * @throws Problem 400 for an invalid field, which must not be ignored
   */
  get ifMatch(): Tags | undefined {
    const field = this.headers['if-match'];
    const tags = field === undefined ? undefined : readTags(field);
    if (field !== undefined && tags === undefined)
      throw new Problem('rest-bad-request', {
        message: 'If-Match takes entity tags in double quotes, as ETag has them, or *.',
      });
    return tags;
  }

  /** An invalid field is ignored. */
  get ifNoneMatch(): Tags | undefined {
    const field = this.headers['if-none-match'];
    return field === undefined ? undefined : (readTags(field) ?? []);
  }

  get ifModifiedSince(): Date | undefined {
    return this.date('if-modified-since');
  }

  get ifUnmodifiedSince(): Date | undefined {
    return this.date('if-unmodified-since');
  }

  private date(name: 'if-modified-since' | 'if-unmodified-since'): Date | undefined {
    const field = this.headers[name];
    return field === undefined ? undefined : readHttpDate(field, this.now);
  }
}
