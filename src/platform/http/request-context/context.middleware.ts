import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../foundation/config';
import { ZoneRules } from '../../foundation/dates';
import { Declarations } from '../../foundation/modules';
import { Clock } from '../../storage/database';
import { editionOf } from '../conditional';
import { contextOf, type Instance } from './request-context';

/** Creates the context of each request. */
@Injectable()
export class ContextMiddleware implements NestMiddleware {
  private readonly instance: Instance;

  constructor(
    site: Settings,
    rules: ZoneRules,
    { versions }: Declarations,
    private readonly clock: Clock,
  ) {
    this.instance = { site, rules, edition: editionOf(site, rules, versions) };
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    await this.clock.settle();
    // Express would parse the query again on each access.
    Object.defineProperty(request, 'query', { value: request.query });
    request.context = contextOf(request, response, this.instance, this.clock.now());
    next();
  }
}
