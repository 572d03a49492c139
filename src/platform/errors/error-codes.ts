import { type ErrorTable, registerErrors } from '../modules';

/** The error codes of the platform, with their HTTP status and title (RFC 9457 §3.1.4). */
export const PLATFORM_ERRORS = {
  'rest-invalid-param': { status: 400, title: 'Invalid parameter(s)' },
  'rest-missing-callback-param': { status: 400, title: 'Missing parameter(s)' },
  'rest-invalid-json': { status: 400, title: 'The body is not well-formed' },
  'rest-bad-request': { status: 400, title: 'The request cannot be read' },
  'rest-unauthorized': { status: 401, title: 'A valid credential is needed' },
  'rest-forbidden': { status: 403, title: 'The credential does not have this right' },
  'rest-origin-not-allowed': { status: 403, title: 'Pages of this origin may not write' },
  'rest-no-route': { status: 404, title: 'No such route' },
  'rest-namespace-not-found': { status: 404, title: 'No such namespace' },
  'rest-method-not-allowed': { status: 405, title: 'The route does not allow this method' },
  'rest-idempotency-key-in-use': { status: 409, title: 'A request with this key is still running' },
  'rest-precondition-failed': { status: 412, title: 'A condition of the request is not met' },
  'rest-body-too-large': { status: 413, title: 'The body is too large' },
  'rest-uri-too-long': { status: 414, title: 'The address is too long' },
  'rest-unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'rest-host-not-allowed': { status: 421, title: 'Unknown host name of the service' },
  'rest-idempotency-key-reused': { status: 422, title: 'The key belongs to another request' },
  'rest-too-many-requests': { status: 429, title: 'Too many requests' },
  'rest-internal-error': { status: 500, title: 'Internal error of the service' },
  'rest-database-unavailable': {
    status: 503,
    title: 'The database is not available',
  },
  'rest-issuer-unavailable': {
    status: 503,
    title: 'The issuer of the credential is not available',
  },
  'rest-overloaded': { status: 503, title: 'The service is overloaded' },
  'rest-loop-detected': { status: 508, title: 'A webhook may not write to a calendar' },
} as const satisfies ErrorTable;

registerErrors(PLATFORM_ERRORS);

type PlatformErrors = typeof PLATFORM_ERRORS;

/**
 * All error codes. A module extends this interface by its own table, so that its codes are
 * type-checked where they are used.
 */
export interface ErrorCodes extends PlatformErrors {}

export type ErrorCode = keyof ErrorCodes;
