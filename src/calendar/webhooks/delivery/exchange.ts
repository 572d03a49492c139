import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';

/** Until the head of the response. */
const RESPONSE_MILLISECONDS = 15_000;
const SWITCHING = 101;
/** Of interim responses (1xx), head and body together. */
const RESPONSE_BYTES = 32 * 1024;
/** The body is read only so that the connection can be used again. */
const BODY_MILLISECONDS = 1000;

/**
 * Sends a request, and waits until its connection is free or closed: a response that is too long or takes too long is
 * cut off.
 *
 * @param ending ends the request
 * @param latest on the monotonic clock
 * @returns the response, whose body is dropped
 * @throws Error without a response
 */
export function exchange(
  url: string,
  options: RequestOptions,
  body: string,
  ending: AbortSignal,
  latest = performance.now() + RESPONSE_MILLISECONDS,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: 'POST' });
    let response: IncomingMessage | undefined;
    let failure: NodeJS.ErrnoException | undefined;
    let bytes = 0;
    const count = ({ length }: Buffer): void => {
      bytes += length;
      if (bytes > RESPONSE_BYTES)
        sent.destroy(new Error(`the response is longer than ${RESPONSE_BYTES / 1024} KB`));
    };
    const stop = (): void => void sent.destroy();
    let timer = setTimeout(() => {
      sent.destroy(new Error(`no response within ${RESPONSE_MILLISECONDS / 1000} seconds`));
    }, latest - performance.now());
    ending.addEventListener('abort', stop);
    sent.on('socket', (socket) => {
      socket.on('data', count);
      sent.once('close', () => socket.off('data', count));
    });
    sent.on('response', (received) => {
      // What follows is no response to a later request.
      if (received.statusCode === SWITCHING) return void sent.destroy();
      response = received.on('error', () => undefined).resume();
      clearTimeout(timer);
      timer = setTimeout(stop, BODY_MILLISECONDS);
    });
    sent.on('error', (error) => (failure ??= error));
    sent.once('close', () => {
      clearTimeout(timer);
      ending.removeEventListener('abort', stop);
      // The target closed an idle connection while the request was sent.
      const isStale = sent.reusedSocket && failure?.code === 'ECONNRESET' && !ending.aborted;
      if (response) resolve(response);
      else if (isStale) resolve(exchange(url, options, body, ending, latest));
      else reject(failure ?? new Error('the connection was closed without a response'));
    });
    sent.end(body);
  });
}
