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
import { locatorOf, Locators, recordNotFound, resourceOf } from './locator';
import { CreatesMissing } from './methods';

/** Statuses of input that cannot be parsed, or is invalid. */
const INVALID = [400, 413, 415];

/**
 * Answers 404 for a missing record, even if the input is invalid, unless the route would create it
 * (docs/reference/interface.md#order-of-checks). The record is looked up only if the input is invalid.
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
    const locator = locatorOf(params);
    if (!locator || this.reflector.get(CreatesMissing, execution.getHandler())) return;
    const resource = resourceOf(execution);
    const condition = this.locators.conditionOf(locator, resource, 'row');
    if (!(await this.database.has(resource, ...condition)))
      throw recordNotFound(singular(resource), locator);
  }
}
