import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Response } from 'express';
import { catchError, map, type Observable, of, tap } from 'rxjs';
import { NotModified, type WithConditions } from './conditions';
import { entityTag, setValidators } from './validators';

/**
 * Adds validators to the responses of reads, and sends 304 to clients that already have the response.
 * A response without its own validators, such as a list, gets a strong tag of its bytes. This must
 * therefore be the last interceptor that handles the response.
 */
@Injectable()
export class ConditionalReadInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<WithConditions>(), http.getResponse<Response>()];
    if (!request.context.conditions.isRead) return next.handle();
    setCaching(request, response);
    return next.handle().pipe(
      map((result: unknown) => withValidators(request, response, result)),
      catchError((error: unknown) => {
        if (error instanceof NotModified) return of(notModified(response, error.etag));
        throw error;
      }),
    );
  }
}

/**
 * Makes caches revalidate every response. Otherwise they would calculate its freshness from
 * `Last-Modified` (RFC 9111 §4.2.2). Responses to requests with a credential or a password
 * may be stored only by the client itself.
 */
function setCaching({ headers, query }: WithConditions, response: Response): void {
  const isPrivate = headers.authorization !== undefined || query.password !== undefined;
  // A route may have set another one by `@Header`.
  if (!response.hasHeader('Cache-Control'))
    response.set('Cache-Control', isPrivate ? 'private, no-cache' : 'no-cache');
  response.vary('Authorization');
}

function withValidators(request: WithConditions, response: Response, result: unknown): unknown {
  const { conditions } = request.context;
  const own = response.get('ETag');
  let validators = own === undefined ? conditions.validatorsOf(result) : { etag: own };
  let body = result;
  if (validators === undefined) {
    if (typeof result !== 'string' && !isJson(result)) return result;
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    if (text !== result && !response.hasHeader('Content-Type')) response.type('json');
    validators = { etag: entityTag(text) };
    body = text;
  }
  conditions.assertWanted(validators);
  if (conditions.isNotModified(validators)) return notModified(response, validators.etag);
  setValidators(response, validators);
  // Disables the check of Express, which has other rules: it ignores the conditions of clients that
  // send `Cache-Control: no-cache`, as fetch does by default, and accepts dates of any form.
  Object.defineProperty(request, 'fresh', { value: false });
  return body;
}

const isJson = (result: unknown): result is object =>
  typeof result === 'object' && result !== null && !(result instanceof StreamableFile);

/** A tag is sufficient: `Last-Modified` is for responses without a tag (RFC 9110 §15.4.5). */
function notModified(response: Response, etag: string): undefined {
  response.set('ETag', etag);
  response.status(HttpStatus.NOT_MODIFIED);
}

/** A record with its own address. */
interface Addressed {
  rest_url?: string;
  urls?: { self: string };
}

/**
 * Adds the validators of the written record to the response of a write, and to the 201 of a new record
 * its address as `Location` (RFC 9110 §10.2.2).
 */
@Injectable()
export class WrittenRecordInterceptor implements NestInterceptor {
  intercept(
    execution: ExecutionContext,
    next: CallHandler<Addressed | undefined>,
  ): Observable<unknown> {
    const http = execution.switchToHttp();
    const { conditions } = http.getRequest<WithConditions>().context;
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      tap((record) => {
        const validators = conditions.validatorsOf(record);
        if (validators) setValidators(response, validators);
        const address = record?.rest_url ?? record?.urls?.self;
        if (address !== undefined && response.statusCode === Number(HttpStatus.CREATED))
          response.location(address);
      }),
    );
  }
}
