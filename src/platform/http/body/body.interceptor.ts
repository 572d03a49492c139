import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import type { Observable } from 'rxjs';
import { Settings } from '../../config';
import { Problem } from '../../errors';
import { formatOf } from './body-format';
import { ReadsFiles } from './reads-files';
import { textTypesOf } from './text-body';

/** The body of a read or a deletion has no meaning (RFC 9110 §9.3.1, §9.3.5), and is not read. */
const WRITES = ['POST', 'PUT', 'PATCH'];

/** Each chunk takes about a hundred bytes of memory until the body is complete. */
const CHUNKS_MAX = 16_384;

/**
 * Reads the body of a write, after the check of the caller's rights and before the validation of
 * the input (docs/reference/interface.md#order-of-checks). The parameters of the query are merged into
 * it; the body has priority (docs/reference/interface.md#bodies).
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  /** Receives and decompresses the bytes of a body of any type. */
  private readonly receive: RequestHandler;

  constructor(
    private readonly settings: Settings,
    private readonly reflector: Reflector,
  ) {
    this.receive = raw({ limit: settings.bodyLimit, type: () => true });
  }

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const readsFiles =
      request.is('multipart/form-data') && this.reflector.get(ReadsFiles, execution.getHandler());
    if (WRITES.includes(request.method) && !readsFiles) {
      const texts = textTypesOf(execution);
      const body = await this.bodyOf(request, response, texts);
      request.body = texts ? body : { ...request.query, ...body };
    }
    return next.handle();
  }

  /** Returns the parsed body of a request; empty when there is none. */
  private async bodyOf(
    request: Request,
    response: Response,
    texts?: readonly string[],
  ): Promise<Record<string, unknown>> {
    const { headers } = request;
    const length = Number(headers['content-length'] ?? 0);
    if (length === 0 && headers['transfer-encoding'] === undefined) return {};
    const read = formatOf(request, texts);
    if (length > this.settings.bodyLimit) throw new Problem('rest-body-too-large');
    const content = await this.contentOf(request, response);
    return content.length > 0 ? read(content, headers['content-type'] ?? '') : {};
  }

  /**
   * Returns the bytes of a body. The parser sends its own 413 only after the whole body, and keeps
   * any number of chunks, so that both are limited here.
   */
  private contentOf(request: Request, response: Response): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let [bytes, chunks] = [0, 0];
      request.on('data', ({ length }: Buffer) => {
        bytes += length;
        chunks++;
        if (bytes <= this.settings.bodyLimit && chunks <= CHUNKS_MAX) return;
        // The rest is discarded.
        request.removeAllListeners('data');
        reject(new Problem('rest-body-too-large'));
      });
      void this.receive(request, response, (error?: unknown) => {
        // The parser skips the body of a client that has closed its side.
        if (error === undefined && Buffer.isBuffer(request.body)) resolve(request.body);
        else reject(unreadable(error as { status?: number } | undefined));
      });
    });
  }
}

/** Returns the problem for an error of the parser. */
function unreadable(error?: { status?: number }): Problem {
  if (error?.status === 413) return new Problem('rest-body-too-large');
  if (error?.status === 415)
    return new Problem('rest-unsupported-media-type', {
      message: 'Send the body as it is, or compressed once: gzip, deflate or br.',
    });
  return new Problem('rest-bad-request', {
    message: 'The body is incomplete, or cannot be decompressed.',
  });
}
