import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { editionOf } from '../conditional';
import { Settings } from '../config';
import { Clock } from '../database';
import { ZoneRules } from '../dates';
import { Declarations } from '../modules';
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
    request.context = contextOf(request, response, this.instance, this.clock.now());
    next();
  }
}
