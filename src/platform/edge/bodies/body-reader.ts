import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../foundation/config';
import { Problem } from '../../foundation/errors';
import { clientAddress } from '../../http/hosts';
import { overloaded } from '../traffic';
import { type BodyFormat, formatOf } from './body-format';
import { type Body, BodyMemory } from './body-memory';
import { decoderOf } from './encodings';
import { isLarge, LargeBodies } from './large-bodies';
import { receive } from './receive';

/** Maximum number of bodies that arrive at the same time: each keeps a request open. */
const ARRIVING_MAX = 1000;

/** Reads the bodies of requests, with a limit on their total memory. */
@Injectable()
export class BodyReader {
  private readonly limit: number;
  private readonly memory: BodyMemory;
  private readonly large = new LargeBodies();

  constructor({ bodyLimit, maxConcurrentRequests }: Settings) {
    this.limit = bodyLimit;
    this.memory = new BodyMemory(bodyLimit * maxConcurrentRequests, ARRIVING_MAX);
  }

  /**
   * Reads the body of a request, JSON or a form; empty when there is none.
   *
   * @param texts the media types of a route whose body is a text: see `ReadsText`
   * @throws Problem 400, 413 or 415 for a body that cannot be read, 503 when there is no memory for
   * it
   */
  async read(
    request: Request,
    response: Response,
    texts?: readonly string[],
  ): Promise<Record<string, unknown>> {
    const format = formatOf(request, texts);
    if (!format) return {};
    const refusal = new AbortController();
    const body: Body = {
      client: clientAddress(request),
      // The service does not wait for the rest of the body.
      refuse: () => refusal.abort(overloaded({ Connection: 'close' })),
    };
    this.memory.enter(body);
    response.once('close', () => this.memory.leave(body));
    try {
      const bytes = await this.contentOf(request, response, format, body, refusal.signal);
      const contentType = request.headers['content-type'] ?? '';
      return bytes.length > 0 ? await format.read(bytes, contentType) : {};
    } finally {
      this.memory.leave(body);
    }
  }

  /** Returns the whole decoded content of a body, when it may be processed. */
  private async contentOf(
    request: Request,
    response: Response,
    format: BodyFormat,
    body: Body,
    refused: AbortSignal,
  ): Promise<Buffer> {
    const decode = decoderOf(request.headers['content-encoding'], this.limit);
    // NaN for a chunked body.
    const length = Number(request.headers['content-length']);
    if (length > this.limit) throw new Problem('rest-body-too-large');
    if (isLarge(length, 0)) this.large.assertNotFull();
    const grow = (bytes: number): void => this.memory.grow(body, bytes);
    let content = await receive(request, this.limit, grow, refused);
    if (decode) {
      // The decoded size is unknown: the limit is reserved.
      grow(this.limit);
      content = await decode(content);
      grow(content.length);
    }
    if (isLarge(content.length, format.count(content)))
      await this.large.wait(new Promise((resolve) => response.once('close', resolve)));
    refused.throwIfAborted();
    return content;
  }
}
