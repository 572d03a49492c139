import { isDeepStrictEqual } from 'node:util';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Fault, fault, Problem } from '../../errors';
import { ReadBy, recordKeyOf } from '../routing';

const READ_ONLY = 'is read-only, and differs from the record';

/** Finds values in the body of an update that would have no effect. */
@Injectable()
export class ReadOnlyValues {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Returns a fault for each read-only key whose value differs from that of the record. A record that the caller
   * cannot read has none: the write is refused then.
   *
   * @param keys the read-only keys of the record
   */
  async faults(
    execution: ExecutionContext,
    keys: readonly string[],
    body: object | undefined,
  ): Promise<Fault[]> {
    const sent = new Map(
      Object.entries(body ?? {}).filter(([key, value]) => keys.includes(key) && value !== null),
    );
    const service = this.reflector.get(ReadBy, execution.getClass());
    if (sent.size === 0 || !service) return [];
    const { params, context, query } = execution
      .switchToHttp()
      .getRequest<Request<Record<string, string>>>();
    try {
      const recordKey = recordKeyOf(params);
      const current =
        recordKey &&
        (await this.modules.get(service, { strict: false }).current(recordKey, context, query));
      if (!current) return [];
      const record = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
      return [...sent].flatMap(([key, value]) =>
        isSame(record[key], value) ? [] : fault(key, 'conflict', READ_ONLY),
      );
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  }
}

/** Compares a value of a record with a sent one, which is text in a form. */
const isSame = (value: unknown, sent: unknown): boolean =>
  isDeepStrictEqual(value, sent) ||
  (typeof sent === 'string' &&
    ['number', 'boolean'].includes(typeof value) &&
    String(value) === sent);
