import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Allow } from 'class-validator';
import { keysOfRecord, omittedKeysOf, recordOf } from '../../documents/openapi';
import { type ExtendedTypes, ignoredNamesOf, namesOf } from '../../input';

/** An input of a route handler: a DTO and the names that it declares. */
interface Input {
  type: 'body' | 'query';
  metatype: Type;
  names: ReadonlySet<string>;
}

/** The known input of a route. */
export interface KnownInput {
  inputs: readonly Input[];
  /** The names of all inputs and of single parameters; for a write also the keys of its answer. */
  names: ReadonlySet<string>;
  /** The keys of the answer to a write whose sent values are ignored. */
  readOnly: readonly string[];
}

/** The parameters of every route, whether its handler has a DTO or not. */
class CommonQuery {
  @Allow()
  _fields?: unknown;

  @Allow()
  _method?: unknown;
}

/** Determines the parameters and fields that a route accepts. */
export function knownInputOf(execution: ExecutionContext, types: ExtendedTypes): KnownInput {
  const [controller, handler] = [execution.getClass<unknown>(), execution.getHandler().name];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const metatypes = (Reflect.getMetadata(
    'design:paramtypes',
    controller.prototype as object,
    handler,
  ) ?? []) as Type[];
  const single: string[] = [];
  const common = namesOf(CommonQuery);
  const inputs: Input[] = [];
  for (const [key, { index, data }] of Object.entries(args)) {
    const kind = Number(key.split(':', 1)[0]) as RouteParamtypes;
    const type = kind === RouteParamtypes.BODY ? 'body' : 'query';
    if (type === 'query' && kind !== RouteParamtypes.QUERY) continue;
    const metatype = types.of(metatypes[index]);
    if (typeof data === 'string') single.push(data);
    else inputs.push({ type, metatype, names: namesOf(metatype) });
  }
  if (inputs.length === 0) inputs.push({ type: 'query', metatype: CommonQuery, names: common });
  const record = inputs.some(({ type }) => type === 'body') && types.of(recordOf(controller));
  // Clients may send back the keys of the record that a controller answers with.
  const omitted = omittedKeysOf(controller);
  const answered = record ? keysOfRecord(record).filter((key) => !omitted.includes(key)) : [];
  const declared = new Set(inputs.flatMap(({ names }) => [...names]));
  const ignored = inputs.flatMap(({ metatype }) => ignoredNamesOf(metatype));
  return {
    inputs,
    names: new Set([...common, ...single, ...declared, ...answered]),
    readOnly: answered.filter((key) => !declared.has(key) || ignored.includes(key)),
  };
}
