import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { keysOfRecord, omittedKeysOf, recordOf } from '../../documents/openapi';
import { type ExtendedTypes, type Shape, shapeOf, withNames } from '../../input';

/** An input parameter of a route handler. */
interface Input {
  type: 'body' | 'query';
  metatype: Type;
}

/** The known input of a route. */
export interface KnownInput {
  inputs: readonly Input[];
  /** The names that the route accepts; for a write also the keys of its answer. */
  shape: Shape;
  /** The keys of the answer to a write whose sent values are ignored. */
  readOnly: readonly string[];
}

/** Parameters outside of the routes' declarations: of every read or write, and of every POST. */
const EVERYWHERE = ['_fields', '_method'];

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
  const named = new Set(EVERYWHERE);
  const inputs: Input[] = [];
  const shapes: Shape[] = [];
  let isAnything = false;
  for (const [key, { index, data }] of Object.entries(args)) {
    const kind = Number(key.split(':', 1)[0]) as RouteParamtypes;
    const type = kind === RouteParamtypes.BODY ? 'body' : 'query';
    if (type === 'query' && kind !== RouteParamtypes.QUERY) continue;
    if (typeof data === 'string') {
      named.add(data);
      continue;
    }
    const metatype = types.of(metatypes[index]);
    const shape = shapeOf(metatype);
    shapes.push(shape);
    if (shape.names?.size) inputs.push({ type, metatype });
    else isAnything = true;
  }
  const fields = new Map(shapes.flatMap((shape) => [...(shape.fields ?? [])]));
  if (isAnything) return { inputs, shape: { fields }, readOnly: [] };
  const record = inputs.some(({ type }) => type === 'body') && types.of(recordOf(controller));
  // Clients may send back the keys of the record that a controller answers with.
  const omitted = omittedKeysOf(controller);
  const answered = record ? keysOfRecord(record).filter((key) => !omitted.includes(key)) : [];
  const names = shapes.flatMap((shape) => [...(shape.names ?? [])]);
  const ignored = shapes.flatMap((shape) => [...(shape.ignored ?? [])]);
  const readOnly = answered.filter((key) => !names.includes(key) || ignored.includes(key));
  return { inputs, shape: withNames({ names: named, fields }, [...names, ...answered]), readOnly };
}
