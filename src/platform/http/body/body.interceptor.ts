import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import type { Observable } from 'rxjs';
import { Settings } from '../../config';
import { Problem } from '../../errors';
import { charsetOf, textDecoderOf, US_ASCII } from './encodings';
import { readJson } from './json';
import { readMultipart } from './multipart';
import { readForm } from './parameters';

const TextTypes = Reflector.createDecorator<string[]>();

/** The body of a route with `ReadsText`. */
export interface TextBody {
  /** Its media type. */
  type: string;
  /** In UTF-8, also if the request has another character set. */
  content: Buffer;
}

/**
 * Declares the media types of a route whose body is a text instead of JSON or a form. The
 * parameters of the query are not merged into it. The handler gets it by `@SentText()`.
 */
export const ReadsText = (...types: string[]): MethodDecorator =>
  applyDecorators(
    TextTypes(types),
    ApiConsumes(...types),
    ApiBody({ required: true, schema: { type: 'string' } }),
  );

/** The body of a request: a `TextBody`, or undefined without one. */
export const SentText = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): TextBody | undefined => {
    const { body } = execution.switchToHttp().getRequest<Request>() as { body: Partial<TextBody> };
    return body.content === undefined ? undefined : (body as TextBody);
  },
);

/** Returns undefined for a route without `ReadsText`. */
export const textTypesOf = (execution: ExecutionContext): readonly string[] | undefined =>
  new Reflector().get(TextTypes, execution.getHandler());

/**
 * Leaves multipart bodies of a route to Nest's `FileInterceptor` or a similar interceptor; all other
 * routes refuse files.
 */
export const ReadsFiles = Reflector.createDecorator<void, true>({ transform: () => true });

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
    if (!WRITES.includes(request.method)) return next.handle();
    const readsFiles =
      request.is('multipart/form-data') && this.reflector.get(ReadsFiles, execution.getHandler());
    if (!readsFiles) {
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

type Content = Record<string, unknown>;

/**
 * Parses the content of a body.
 *
 * @throws Problem 400, 413 or 415 for a body that cannot be parsed, or exceeds the limits
 */
type BodyFormat = (content: Buffer, contentType: string) => Content | Promise<Content>;

/** The character sets of a text in UTF-8; JSON has no others (RFC 8259 §8.1). */
const UTF8 = ['utf8', US_ASCII];
/** The other character set of forms. */
const LATIN_1 = 'iso88591';

const readAnyForm: BodyFormat = (content, type) =>
  readForm(content, charsetOf(type) === LATIN_1 ? 'iso-8859-1' : 'utf-8');

const FORMATS: Record<string, BodyFormat> = {
  'application/json': readJson,
  // Such as application/merge-patch+json (RFC 7396), whose semantics updates have.
  '+json': readJson,
  'application/x-www-form-urlencoded': readAnyForm,
  'multipart/form-data': readMultipart,
};

/**
 * Returns the format of the body of a request.
 *
 * @param texts the media types of a route whose body is a text
 * @throws Problem 415 for an unknown format
 */
function formatOf(request: Request, texts?: readonly string[]): BodyFormat {
  const type = (texts ?? Object.keys(FORMATS)).find((each) => request.is(each) !== false);
  const contentType = request.headers['content-type'] ?? '';
  const charset = charsetOf(contentType);
  const isUtf8 = UTF8.includes(charset);
  if (type && texts) {
    const decode = textDecoderOf(contentType);
    // The route decodes UTF-8: calendars may be folded inside a character.
    if (decode)
      return (content) => ({ type, content: isUtf8 ? content : Buffer.from(decode(content)) });
  } else {
    const format = type && FORMATS[type];
    if (format && (isUtf8 || (format === readAnyForm && charset === LATIN_1))) return format;
  }
  throw new Problem('rest-unsupported-media-type', {
    message: texts
      ? `Send ${texts.join(' or ')}, in UTF-8 or another known character set.`
      : 'Send application/json, application/x-www-form-urlencoded, or multipart/form-data without ' +
        'files, in UTF-8.',
  });
}
