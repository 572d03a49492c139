import type { Request } from 'express';

/** Path segments, none of them `.` or `..`, without a trailing slash. */
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]{1,100}){1,10}$/;

/**
 * Returns the path prefix that a trusted proxy has removed, such as `/calendar`; empty without one.
 * An invalid prefix, and one from an untrusted peer, are ignored.
 */
export function forwardedPrefix({ headers, socket, app }: Request): string {
  const prefix = String(headers['x-forwarded-prefix'] ?? '').replace(/\/$/, '');
  if (!PREFIX.test(prefix)) return '';
  const isTrusted = app.get('trust proxy fn') as (
    address: string | undefined,
    hop: number,
  ) => boolean;
  return isTrusted(socket.remoteAddress, 0) ? prefix : '';
}
