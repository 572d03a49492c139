import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { Response } from 'express';
import { Problem, sendProblem } from '../../errors';
import { Database, NewerReleaseError } from '../../database';

/** Sends every error as a problem document (RFC 9457) that reveals no internals. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(private readonly database: Database) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const problem = this.problemOf(error);
    if (response.headersSent) response.destroy();
    else this.send(problem, host);
  }

  protected send(problem: Problem, host: ArgumentsHost): void {
    sendProblem(host.switchToHttp().getResponse<Response>(), problem);
  }

  private problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    // Nest wraps the errors of Express.
    const origin = error instanceof HttpException ? (error.cause ?? error) : error;
    const { status = error instanceof HttpException ? error.getStatus() : undefined } = origin as {
      status?: number;
    };
    if (status === 404) return new Problem('rest-no-route');
    if (status === 413) return new Problem('rest-body-too-large');
    if (origin instanceof URIError)
      return new Problem('rest-bad-request', {
        message: 'The address has percent-encoded bytes that are not UTF-8.',
      });
    if (status !== undefined && status >= 400 && status < 500)
      return new Problem('rest-bad-request');
    // Logged as an error object: the log removes values that the database quotes.
    this.logger.error(error);
    if (error instanceof NewerReleaseError)
      return new Problem('rest-database-unavailable', {
        message: 'A newer release has changed the database: this instance writes nothing any more.',
        headers: { 'Retry-After': '5' },
      });
    return this.database.isUnavailable(error)
      ? new Problem('rest-database-unavailable', { headers: { 'Retry-After': '5' } })
      : new Problem('rest-internal-error');
  }
}
