import { EXAMPLE_ROOT, SERVICE } from '../../config';
import type { InlineSchema, Operation, Response } from '../specification';

type Headers = NonNullable<Response['headers']>;

const TEXT: InlineSchema = { type: 'string' };
const COUNT: InlineSchema = { type: 'integer', minimum: 0 };

/** @param description the key of its text in `i18n/<language>/` */
const header = (
  description: string,
  example: string | number,
  schema: InlineSchema = TEXT,
): Headers[string] => ({ description, schema, example });

/** Examples: a list with 15 records per page. */
export const [TOTAL, TOTAL_PAGES] = [31, 3];

export const LIST_HEADERS: Headers = {
  [SERVICE.totals.records]: header('document.fields.list.total', TOTAL, COUNT),
  [SERVICE.totals.pages]: header('document.fields.list.total_pages', TOTAL_PAGES, COUNT),
  Link: header('document.headers.link', `<${EXAMPLE_ROOT}/tags/?per_page=15&page=2>; rel="next"`),
};

export const LOCATION: Headers = {
  Location: header('document.headers.location', `${EXAMPLE_ROOT}/tags/1`, {
    type: 'string',
    format: 'uri',
  }),
};

export const REPLAYED: Headers = {
  'Idempotency-Replayed': header('document.headers.replayed', 'true', {
    type: 'string',
    enum: ['true'],
  }),
};

export const ETAG: Headers = {
  ETag: header('document.headers.etag', '"dqkl4t7ecn1zOwF3mMzkiA1iS1nDlqbvUFRGnWJ4rEk"'),
};

/** Of one record. */
export const VALIDATORS: Headers = {
  ETag: header('document.headers.record_etag', '"2.1-4RFm2Rq3cIUX8qTz"'),
  'Last-Modified': header('document.headers.last_modified', 'Mon, 01 Mar 2027 09:00:00 GMT'),
};

/** Of every response, and of responses to requests with preferences. */
const GENERAL: Headers = {
  'X-Request-Id': header(
    'document.fields.problem.request_id',
    '5701bf5f-ea07-4026-812e-a754c3cc9cb1',
  ),
  'Preference-Applied': header('document.headers.preference_applied', 'handling=strict'),
};

const RETRY_AFTER: Headers = { 'Retry-After': header('document.headers.retry_after', 5, COUNT) };

const HELP: Headers = {
  Link: header('document.headers.help', '<../../../../docs#error-rest-no-route>; rel="help"'),
};

/** By status. */
const OF_ERRORS: Partial<Record<number, Headers>> = {
  401: {
    'WWW-Authenticate': header(
      'document.headers.www_authenticate',
      `Bearer realm="${SERVICE.realm}", Basic realm="${SERVICE.realm}", charset="UTF-8"`,
    ),
  },
  429: {
    ...RETRY_AFTER,
    'RateLimit-Policy': header('document.headers.rate_limit_policy', '"client";q=600;w=60'),
    RateLimit: header('document.headers.rate_limit', '"client";r=0;t=42'),
  },
  503: RETRY_AFTER,
};

export const errorHeaders = (status: number, codes: readonly string[]): Headers => ({
  ...OF_ERRORS[status],
  ...(codes.includes('rest-idempotency-key-in-use') && RETRY_AFTER),
  ...HELP,
  ...GENERAL,
});

/** Errors already have the general header fields. */
export function addGeneralHeaders({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses) as [string, Response][])
    if (status < '4') response.headers = { ...response.headers, ...GENERAL };
}
