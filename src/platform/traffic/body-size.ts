import type { IncomingMessage } from 'node:http';

/**
 * The most that the body of a request can take in memory: what it says, or the limit when it does
 * not say, or is compressed.
 *
 * @param limit largest body, in bytes
 */
export function bodySize({ headers }: Pick<IncomingMessage, 'headers'>, limit: number): number {
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  const isSent = length !== undefined || headers['transfer-encoding'] !== undefined;
  if (!isSent) return 0;
  return encoding === undefined && length !== undefined ? Math.min(Number(length), limit) : limit;
}
