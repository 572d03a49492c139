import { type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ExtendedTypes, recordIn, ruledNames } from '../input';
import { keysOfRecord, recordOf } from '../openapi';

/** What a handler takes of a request. */
export interface Input {
  type: 'body' | 'query';
  metatype: Type;
}

/** What is known of the input of a route. */
export interface KnownInput {
  inputs: readonly Input[];
  /**
   * The names that it takes, and of a write those that only its answers have, too; undefined: whatever is
   * sent.
   */
  names?: ReadonlySet<string>;
  /** Field → the record whose data may stand in its place. */
  records: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Parameters that are not of a route: of every read or write, and of every POST. */
const EVERYWHERE = ['_fields', '_method'];

/** Knows which parameters and fields the routes take. */
@Injectable()
export class KnownNames {
  private readonly known = new WeakMap<object, KnownInput>();

  constructor(private readonly types: ExtendedTypes) {}

  of(execution: ExecutionContext): KnownInput {
    const handler = execution.getHandler();
    const earlier = this.known.get(handler);
    if (earlier) return earlier;
    const input = this.read(execution.getClass(), handler.name);
    this.known.set(handler, input);
    return input;
  }

  private read(controller: Type, handler: string): KnownInput {
    const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
      string,
      { index: number; data?: unknown }
    >;
    const types = (Reflect.getMetadata(
      'design:paramtypes',
      controller.prototype as object,
      handler,
    ) ?? []) as Type[];
    const names = new Set(EVERYWHERE);
    const inputs: Input[] = [];
    let isAnything = false;
    for (const [key, { index, data }] of Object.entries(args)) {
      const kind = Number(key.split(':', 1)[0]) as RouteParamtypes;
      const type = kind === RouteParamtypes.BODY ? 'body' : 'query';
      if (type === 'query' && kind !== RouteParamtypes.QUERY) continue;
      if (typeof data === 'string') {
        names.add(data);
        continue;
      }
      const metatype = this.types.of(types[index]);
      const own = ruledNames(metatype);
      for (const name of own) names.add(name);
      if (own.length > 0) inputs.push({ type, metatype });
      else isAnything = true;
    }
    if (inputs.some(({ type }) => type === 'body'))
      for (const name of this.answeredBy(controller)) names.add(name);
    const records = new Map(
      inputs.flatMap(({ metatype }) =>
        ruledNames(metatype).flatMap((name): [string, ReadonlySet<string>][] => {
          const record = recordIn(metatype, name);
          return record ? [[name, new Set(ruledNames(record))]] : [];
        }),
      ),
    );
    return { inputs, records, ...(!isAnything && { names }) };
  }

  /** The keys of the record that a controller answers with, which may be sent back. */
  private answeredBy(controller: Type): string[] {
    const record = this.types.of(recordOf(controller));
    return record ? keysOfRecord(record) : [];
  }
}
