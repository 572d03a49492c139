import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { RequestContext } from '../context';
import type { RecordKey } from './record-key';

/** A service that can read the record of a route. */
export interface CurrentRecord {
  /**
   * Returns a record as the caller reads it, to compare it with a body that is sent back.
   *
   * @param query the parameters of the query, as they were sent
   * @throws Problem as the route of the record does
   */
  current(recordKey: RecordKey, context: RequestContext, query: Request['query']): Promise<object>;
}

/**
 * Names the service that reads the records of a controller. With `Prefer: handling=strict`, read-only keys of a
 * body are compared with the record (docs/reference/interface.md#preferences).
 */
export const ReadBy = Reflector.createDecorator<Type<CurrentRecord>>();
