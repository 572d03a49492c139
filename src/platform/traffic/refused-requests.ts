import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { type ErrorCode, Problem } from '../errors';
import { requestScope } from '../observability';
import { REQUEST_ID } from '../request-id';
import { destroyLater } from './lingering-close';
import type { OpenResponses } from './pipelining';

/** What Node's parser refuses, by the code of its error; all else cannot be read. */
const CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'rest-request-timeout',
  HPE_HEADER_OVERFLOW: 'rest-headers-too-large',
};

interface ParserError extends NodeJS.ErrnoException {
  /** What the parser was reading; parsers of requests that are late have none. */
  rawPacket?: Buffer;
}

/**
 * Answers requests that never become one, because they are late, too large or no HTTP, with a
 * problem document (RFC 9457), and ends their connections.
 */
export function answerRefusedRequests(server: Server, openResponses: OpenResponses): void {
  const refused = new WeakSet<object>();
  const logger = new Logger('Requests');
  server.on('clientError', (error: ParserError, connection) => {
    // Whatever else it sends is refused as well.
    if (refused.has(connection)) return;
    const { bytesRead, remoteAddress } = connection as Socket;
    // Browsers connect ahead of requests: an answer would be taken for that of the next one.
    const isSilent = bytesRead === 0;
    // Behind another answer, or inside of it, this one would be taken for it.
    const open = openResponses(connection);
    const isFree = open.every(({ req, headersSent }) => !req.complete && !headersSent);
    if (isSilent || !isFree || !connection.writable) {
      connection.destroy();
      return;
    }
    refused.add(connection);
    const problem = new Problem(CODES[error.code ?? ''] ?? 'rest-bad-request');
    // A request that was on its way has its id already.
    const known = open[0]?.getHeader(REQUEST_ID);
    const request_id = known === undefined ? randomUUID() : String(known);
    const isHead = (error.rawPacket?.toString('latin1') ?? '').startsWith('HEAD ');
    connection.end(rawAnswer(problem, request_id, isHead));
    // One that has, and is not late, was cut off by its client, as its own line says.
    if (known === undefined || problem.code === 'rest-request-timeout')
      requestScope.run({ request_id }, () => {
        logger.log(`Refused from ${remoteAddress}: ${problem.code} (${error.code})`);
      });
    destroyLater(connection);
  });
}

/** A problem document as it goes over the wire. */
function rawAnswer(problem: Problem, request_id: string, isHead: boolean): string {
  const status = problem.getStatus();
  const body = JSON.stringify({ ...problem.body, request_id });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `${REQUEST_ID}: ${request_id}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    isHead ? '' : body,
  ].join('\r\n');
}
