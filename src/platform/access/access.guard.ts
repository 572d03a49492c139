import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Problem } from '../foundation/errors';
import { singular } from '../foundation/texts';
import {
  CreatesMissing,
  locatorOf,
  Locators,
  recordNotFound,
  resourceOf,
  RouteTable,
} from '../http/routing';
import { Database } from '../storage/database';
import { may, type Owned, Permit, type PermitDemand } from './rights';
import { unauthorized } from './credential';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Checks the permit of a route before its input is validated: answers 405, 401, 403 without the
 * role, 404 for a missing record, then 403 (docs/reference/interface.md#order-of-checks). Services check the right
 * again, on the locked record.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
    private readonly routes: RouteTable,
    private readonly locators: Locators,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const right = this.reflector.get(Permit, execution.getHandler()) as PermitDemand | undefined;
    const { context, params, method, path } = execution
      .switchToHttp()
      .getRequest<Request<Record<string, string>>>();
    if (!READS.has(method)) this.routes.assertAllowed(method, path);
    const { caller } = context;
    if (right === undefined || may.always(caller, right)) return true;
    if (!caller.credential) throw unauthorized();
    const resource = resourceOf(execution);
    const locator = locatorOf(params);
    // A right of a role does not depend on the record: whether there is one is not told.
    if (locator && typeof right === 'string') {
      const record = await this.database
        .select<Owned>(resource, 'record')
        .where(...this.locators.conditionOf(locator, resource, 'record'))
        .getOne();
      if (record && right === 'edit' && may.edit(caller, record)) return true;
      if (!record && !this.reflector.get(CreatesMissing, execution.getHandler()))
        throw recordNotFound(singular(resource), locator);
      if (!record && may.create(caller)) return true;
    }
    throw new Problem('rest-forbidden');
  }
}
