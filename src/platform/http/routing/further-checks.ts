import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { type Fault, furtherFaults, invalidParams, Problem } from '../../foundation/errors';
import { InvalidInput } from '../../input';
import { Database } from '../../storage/database';
import type { RequestContext } from '../request-context';
import { type Locator, locatorOf } from './locator';

/** A service that checks more of a body than its DTO can. */
export interface FurtherChecks<Dto> {
  /**
   * Returns a record as the caller reads it, to compare it with a body that is sent back.
   *
   * @throws Problem as the route of the record does
   */
  current?(locator: Locator, context: RequestContext, query: Request['query']): Promise<object>;

  /**
   * Runs the checks of a write that need more than the body, for a body with other faults.
   *
   * @param dto the valid part of the body; required fields may be missing
   * @param locator the record to be changed; undefined for a creation
   * @param query the parameters of the query, as they were sent
   * @throws Problem with the faults, or another error that prevents the checks
   */
  check?(
    dto: Partial<Dto>,
    locator: Locator | undefined,
    context: RequestContext,
    query: Request['query'],
  ): Promise<void>;
}

type Checks = FurtherChecks<object>;

/**
 * Makes a controller report all faults of a body together (docs/reference/interface.md#input), including
 * those found by its service when the DTO has already refused the body. The service runs in a
 * transaction that is rolled back.
 */
export const ChecksFurther = Reflector.createDecorator<Type<Checks>>();

/** Runs the services of `ChecksFurther`; it must handle every refusal of the input. */
@Injectable()
export class FurtherChecksInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
    private readonly database: Database,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const checked = execution.getClass();
    const service = this.reflector.get(ChecksFurther, checked) as Type<Checks> | undefined;
    if (!service) return next.handle();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (!(error instanceof InvalidInput) || !error.sound) throw error;
        const { params, context, query } = execution
          .switchToHttp()
          .getRequest<Request<Record<string, string>>>();
        const found = await this.faultsOf(service, error.sound, locatorOf(params), context, query);
        const further = furtherFaults(error.faults, found);
        throw further.length > 0 ? invalidParams(...error.faults, ...further) : error;
      }),
    );
  }

  private async faultsOf(
    service: Type<Checks>,
    ...sent: Parameters<NonNullable<Checks['check']>>
  ): Promise<readonly Fault[]> {
    try {
      await this.modules.get(service, { strict: false }).check?.(...sent);
    } catch (error) {
      if (error instanceof Problem) return error.faults;
      if (!this.database.isUnavailable(error)) this.logger.error(error);
    }
    return [];
  }
}
