import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Problem } from '../errors';
import { RouteTable } from '../http/routing';
import { may, type PermitDemand } from './rights';
import { unauthorized } from './credential';

/** Declares the right that a route requires; a route without a permit is open to every caller. */
export const Permit = Reflector.createDecorator<PermitDemand>();

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Checks the permit of a route before its input is read: returns 405, 401, or 403 without the role
 * (docs/reference/interface.md#order-of-checks). Services check the right on the record.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly routes: RouteTable,
  ) {}

  canActivate(execution: ExecutionContext): boolean {
    const right = this.reflector.get(Permit, execution.getHandler()) as PermitDemand | undefined;
    const { context, method, path } = execution.switchToHttp().getRequest<Request>();
    if (!READS.has(method)) this.routes.assertAllowed(method, path);
    const { caller } = context;
    if (right === undefined || may.sometimes(caller, right)) return true;
    throw caller.credential ? new Problem('rest-forbidden') : unauthorized();
  }
}
