/**
 * Every error code the service answers with: its HTTP status and its title (RFC 9457 §3.1.4).
 *
 * The one table from which the exception filter, the OpenAPI documents and docs/errors.md draw.
 */
export const ERROR_CODES = {
  'rest-invalid-param': { status: 400, title: 'Invalid parameter(s)' },
  'rest-missing-callback-param': { status: 400, title: 'Missing parameter(s)' },
  'rest-invalid-json': { status: 400, title: 'The body is not well-formed' },
  'rest-bad-request': { status: 400, title: 'The request cannot be read' },
  'rest-unauthorized': { status: 401, title: 'A valid credential is needed' },
  'rest-forbidden': { status: 403, title: 'The credential does not have this right' },
  'event-not-accessible': { status: 403, title: 'The event is not public' },
  'venue-not-accessible': { status: 403, title: 'The venue is not public' },
  'organizer-not-accessible': { status: 403, title: 'The organizer is not public' },
  'event-password-protected': { status: 403, title: 'The event is protected by a password' },
  'rest-origin-not-allowed': { status: 403, title: 'Pages of this origin may not write' },
  'rest-no-route': { status: 404, title: 'No such route' },
  'rest-namespace-not-found': { status: 404, title: 'No such namespace' },
  'event-not-found': { status: 404, title: 'No such event' },
  'venue-not-found': { status: 404, title: 'No such venue' },
  'organizer-not-found': { status: 404, title: 'No such organizer' },
  'category-not-found': { status: 404, title: 'No such category' },
  'tag-not-found': { status: 404, title: 'No such tag' },
  'event-archive-page-not-found': { status: 404, title: 'No such page of events' },
  'venue-archive-page-not-found': { status: 404, title: 'No such page of venues' },
  'organizer-archive-page-not-found': { status: 404, title: 'No such page of organizers' },
  'rest-method-not-allowed': { status: 405, title: 'The route does not take this method' },
  'rest-request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'rest-idempotency-key-in-use': { status: 409, title: 'A request with this key is still running' },
  'term-exists': { status: 409, title: 'A term with this name exists already' },
  'event-trashed': { status: 410, title: 'The event is in the trash' },
  'venue-trashed': { status: 410, title: 'The venue is in the trash' },
  'organizer-trashed': { status: 410, title: 'The organizer is in the trash' },
  'rest-precondition-failed': { status: 412, title: 'The record has been changed meanwhile' },
  'rest-body-too-large': { status: 413, title: 'The body is too large' },
  'rest-uri-too-long': { status: 414, title: 'The address is too long' },
  'rest-unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'rest-idempotency-key-reused': { status: 422, title: 'The key belongs to another request' },
  'rest-too-many-requests': { status: 429, title: 'Too many requests' },
  'rest-headers-too-large': { status: 431, title: 'The header fields are too large' },
  'rest-internal-error': { status: 500, title: 'The service failed' },
  'rest-database-unavailable': { status: 503, title: 'The database does not answer' },
  'rest-issuer-unavailable': { status: 503, title: 'The issuer of the credential does not answer' },
  'rest-overloaded': { status: 503, title: 'The service has more to do than it can' },
  'rest-not-ready': { status: 503, title: 'The service is starting or ending' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
