import { RequestMethod, type Type } from '@nestjs/common';
import {
  METHOD_METADATA,
  MODULE_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';

/*
 * What no public function of a library returns. No other file reads it. Nest does not export the keys of its
 * decorators (https://github.com/nestjs/nest/issues/4232).
 */

const metadata = <T>(key: string, target: object): T | undefined =>
  Reflect.getMetadata(key, target) as T | undefined;

/**
 * Returns the paths of a controller or of a handler. Nest has no list of its routes
 * (https://github.com/nestjs/nest/issues/3662).
 */
export const pathsOf = (target: object): string[] =>
  [metadata<string | string[]>(PATH_METADATA, target)].flat().map((path) => path ?? '');

/** Returns the method of a handler, such as `GET`; undefined for another function. */
export function methodOf(handler: object): string | undefined {
  const method = metadata<RequestMethod>(METHOD_METADATA, handler);
  return method === undefined ? undefined : RequestMethod[method];
}

/** A parameter of a handler that is a body or a query, or one of their values. */
interface InputParameter {
  type: 'body' | 'query';
  metatype: Type;
  /** The name of a single value. */
  name?: string;
}

/** TypeScript documents this key (`emitDecoratorMetadata`). */
const PARAMETER_TYPES = 'design:paramtypes';

/** Returns the types of the parameters of a handler. */
export const parameterTypesOf = (target: object, handler: string): Type[] =>
  (Reflect.getMetadata(PARAMETER_TYPES, target, handler) ?? []) as Type[];

/**
 * Replaces the types of the parameters of a handler for its description. @nestjs/swagger has no option for it
 * (https://github.com/nestjs/swagger/issues/86).
 *
 * @param controller an instance, so that other applications keep their types
 */
export const describeParameters = (controller: object, handler: string, types: Type[]): void =>
  Reflect.defineMetadata(PARAMETER_TYPES, types, controller, handler);

/** Returns the inputs of a handler. An interceptor cannot see what a pipe gets. */
export function inputsOf(controller: Type, handler: string): InputParameter[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = parameterTypesOf(controller.prototype as object, handler);
  return Object.entries(args).flatMap(([key, { index, data }]): InputParameter[] => {
    const kind = Number(key.split(':', 1)[0]) as RouteParamtypes;
    if (kind !== RouteParamtypes.BODY && kind !== RouteParamtypes.QUERY) return [];
    return [
      {
        type: kind === RouteParamtypes.BODY ? 'body' : 'query',
        metatype: types[index],
        ...(typeof data === 'string' && { name: data }),
      },
    ];
  });
}

/** Returns the imports of a module; its modules are known before Nest has created an application. */
export const importsOf = (module: Type): unknown[] =>
  metadata<unknown[]>(MODULE_METADATA.IMPORTS, module) ?? [];

/** Returns true for a class with `@Module`. */
export const isModuleClass = (type: object): boolean =>
  Object.values(MODULE_METADATA).some((key) => Reflect.hasMetadata(key, type));

/** Returns the keys that a class declares with `ApiProperty`: @nestjs/swagger has no function for it. */
export const propertiesOf = (type: Type<object>): string[] =>
  (metadata<string[]>('swagger/apiModelPropertiesArray', type.prototype as object) ?? []).map(
    (key) => key.slice(1),
  );

/**
 * Returns whether a request comes from a trusted proxy. Express does not document the function that it makes of
 * `trust proxy` (https://github.com/expressjs/express/issues/6541).
 */
export const isFromTrustedProxy = ({ app, socket }: Request): boolean =>
  (app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean)(
    socket.remoteAddress,
    0,
  );
