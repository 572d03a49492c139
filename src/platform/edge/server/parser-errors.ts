import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { type ErrorCode, Problem, REQUEST_ID } from '../../foundation/errors';
import { requestScope } from '../../operation/observability';
import type { OpenResponses } from './connections';

/** How long a client may continue sending, so that it can read the answer. */
const LINGER_MILLISECONDS = 1000;

/** Error codes of Node's HTTP parser. Any other code is a request that cannot be parsed. */
const CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'rest-request-timeout',
  HPE_HEADER_OVERFLOW: 'rest-headers-too-large',
};

interface ParserError extends NodeJS.ErrnoException {
  /** The data that the parser failed on; undefined after a timeout. */
  rawPacket?: Buffer;
}

/**
 * Answers requests that Node's HTTP parser refuses with a problem document (RFC 9457), which Node's
 * own answers lack, and closes the connection.
 */
export function answerParserErrors(server: Server, openResponses: OpenResponses): void {
  const answered = new WeakSet<object>();
  const logger = new Logger('Requests');
  server.on('clientError', (error: ParserError, connection) => {
    if (answered.has(connection)) return;
    const { bytesRead, remoteAddress } = connection as Socket;
    // After or inside another answer, the client would take this one for a part of it.
    const open = openResponses(connection);
    const isFree = open.every(({ req, headersSent }) => !req.complete && !headersSent);
    // Browsers open connections in advance, and would take this answer for that of their next
    // request.
    if (bytesRead === 0 || !isFree || !connection.writable) {
      connection.destroy();
      return;
    }
    answered.add(connection);
    const problem = problemOf(error);
    // A request with a complete header already has an id.
    const known = open[0]?.getHeader(REQUEST_ID);
    const request_id = known === undefined ? randomUUID() : String(known);
    const isHead = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ';
    connection.end(rawAnswer(problem, request_id, isHead));
    // Otherwise the client has closed the connection, and the request has its own log line.
    if (known === undefined || problem.code === 'rest-request-timeout')
      requestScope.run({ request_id }, () => {
        logger.log(`Refused from ${remoteAddress}: ${problem.code} (${error.code})`);
      });
    setTimeout(() => connection.destroy(), LINGER_MILLISECONDS).unref();
  });
}

function problemOf({ code = '', rawPacket }: ParserError): Problem {
  const [line] = (rawPacket?.toString('latin1') ?? '').split('\n', 1);
  return new Problem(CODES[code] ?? 'rest-bad-request', {
    ...(code === 'HPE_INVALID_URL' &&
      /[\x80-\xff]/.test(line) && {
        message:
          'The address holds characters that are not ASCII. Percent-encode them in UTF-8: ü is %C3%BC.',
      }),
  });
}

/** Returns a problem document as a raw HTTP response. */
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
