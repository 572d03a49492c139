import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { Problem } from '../../foundation/errors';
import { singular } from '../../foundation/texts';
import { Database } from '../../storage/database';
import { locatorOf, recordNotFound, resourceOf } from './locator';
import { Locators } from './locators';
import { CreatesMissing } from './methods';

/** Statuses of input that cannot be parsed, or is invalid. */
const INVALID = [400, 413, 415];

/**
 * Answers 404 for a missing record, even if the input is invalid, unless the route would create it
 * (docs/reference/interface.md#order-of-checks). The record is looked up only if the input is invalid.
 *
 * By convention the path of a controller is the name of its resource, and of its table.
 */
@Injectable()
export class MissingRecordInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
    private readonly locators: Locators,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (error instanceof Problem && INVALID.includes(error.getStatus()))
          await this.check(execution);
        throw error;
      }),
    );
  }

  private async check(execution: ExecutionContext): Promise<void> {
    const { params } = execution.switchToHttp().getRequest<Request<Record<string, string>>>();
    const resource: unknown = resourceOf(execution);
    const locator = locatorOf(params);
    if (locator === undefined || typeof resource !== 'string') return;
    if (this.reflector.get(CreatesMissing, execution.getHandler())) return;
    if (
      !(await this.database.has(resource, ...this.locators.conditionOf(locator, resource, 'row')))
    )
      throw recordNotFound(singular(resource), locator);
  }
}
