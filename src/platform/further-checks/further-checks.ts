import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Logger,
  mixin,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { Database } from '../database';
import { type Fault, furtherFaults, invalidParams, Problem } from '../errors';
import { InvalidInput } from '../input';
import type { RequestContext } from '../request-context';
import { type Locator, locatorOf } from '../routing';

/** A service that checks more of a body than its DTO can. */
export interface FurtherChecks<Dto> {
  /**
   * Makes those checks of a write that need more than the body, for a body with other faults.
   *
   * @param dto what its DTO does not refuse of the body; required fields may be missing
   * @param locator the record to be changed; undefined for a creation
   * @throws Problem with the faults, or with what keeps it from checking
   */
  check(dto: Partial<Dto>, locator: Locator | undefined, context: RequestContext): Promise<void>;
}

/**
 * Has a controller report what is wrong with a body all together (docs/interface.md#input): also what
 * its service finds, when the DTO has refused something. The service is asked within a transaction
 * that is undone.
 */
export function ChecksFurther(service: Type<FurtherChecks<object>>): ClassDecorator {
  class FurtherChecksInterceptor implements NestInterceptor {
    private readonly logger = new Logger('Errors');

    constructor(
      @Inject(service) private readonly checks: FurtherChecks<object>,
      private readonly database: Database,
    ) {}

    intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
      return next.handle().pipe(
        catchError(async (error: unknown) => {
          if (!(error instanceof InvalidInput) || !error.sound) throw error;
          const { params, context } = execution
            .switchToHttp()
            .getRequest<Request<Record<string, string>>>();
          const found = await this.faultsOf(error.sound, locatorOf(params), context);
          const further = furtherFaults(error.faults, found);
          throw further.length > 0 ? invalidParams(...error.faults, ...further) : error;
        }),
      );
    }

    private async faultsOf(
      ...[dto, locator, context]: Parameters<FurtherChecks<object>['check']>
    ): Promise<readonly Fault[]> {
      try {
        await this.checks.check(dto, locator, context);
      } catch (error) {
        if (error instanceof Problem) return error.faults;
        if (!this.database.isUnavailable(error)) this.logger.error(error);
      }
      return [];
    }
  }
  return UseInterceptors(mixin(FurtherChecksInterceptor));
}
