import {
  applyDecorators,
  Delete,
  HttpCode,
  Patch,
  Post,
  Put,
  UseInterceptors,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { IdempotencyInterceptor } from '../../storage/idempotency';
import { WrittenRecordInterceptor } from '../conditional';

/**
 * Declares a creation: it answers 201 with the address of the new record, and accepts an
 * `Idempotency-Key`. The service must create the record in `Creations.run`.
 */
export function Create(path?: string | string[]): MethodDecorator {
  return applyDecorators(
    Post(path),
    UseInterceptors(IdempotencyInterceptor, WrittenRecordInterceptor),
  );
}

/**
 * Declares a PUT that creates the record that its path identifies, or updates it. The handler sets
 * the status 201 for a new record. As in `Create`, the service must write it in `Creations.run`.
 */
export function CreateOrUpdate(path: string): MethodDecorator {
  return applyDecorators(
    Put(path),
    UseInterceptors(IdempotencyInterceptor, WrittenRecordInterceptor),
  );
}

/**
 * Declares an update: POST, PUT and PATCH of a path have the same handler
 * (docs/reference/interface.md#routes). For PUT and PATCH it adds handlers `putX` and `patchX`, so that
 * routing and documents have three operations.
 *
 * Nest allows one method per handler, and requires three handlers that call the same service
 * (https://github.com/nestjs/nest/issues/783, https://github.com/nestjs/nest/issues/13433). Written
 * by hand, each would repeat parameters, permit and descriptions of the other two for every
 * resource. Nest stores parameters outside of its public interface
 * (https://github.com/nestjs/nest/issues/4232): without copying them, PUT and PATCH would be called
 * without parameters.
 *
 * It must be above the handler's other decorators, which it copies to the new handlers.
 *
 * @param put the paths of PUT, if it is another operation at some paths
 */
export function Update(
  path: string | string[],
  { put = path }: { put?: string | string[] } = {},
): MethodDecorator {
  return (target, key, descriptor) => {
    UseInterceptors(WrittenRecordInterceptor)(target, key, descriptor);
    const aliases = { put: Put(put), patch: Patch(path) };
    for (const [method, route] of Object.entries(aliases)) {
      const name = `${method}${capitalised(String(key))}`;
      const value = Object.defineProperty(callThrough(key), 'name', { value: name });
      const alias = { value, writable: true, configurable: true, enumerable: false };
      Object.defineProperty(target, name, alias);
      copyMetadata([descriptor.value as object], [value]);
      copyMetadata([target, key], [target, name]);
      const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key);
      Reflect.defineMetadata(ROUTE_ARGS_METADATA, parameters, target.constructor, name);
      route(target, name, alias);
    }
    Post(path)(target, key, descriptor);
    HttpCode(200)(target, key, descriptor);
  };
}

/**
 * Declares a deletion that moves the record to the trash, and answers with its validators. For a
 * permanent deletion, return a copy of the record that was not passed to `withValidators`.
 */
export function Trash(path: string | string[]): MethodDecorator {
  return applyDecorators(Delete(path), UseInterceptors(WrittenRecordInterceptor));
}

type Decorated = [object, (string | symbol)?];

function copyMetadata([from, fromKey]: Decorated, [to, toKey]: Decorated): void {
  for (const name of Reflect.getMetadataKeys(from, fromKey as string) as string[])
    Reflect.defineMetadata(
      name,
      Reflect.getMetadata(name, from, fromKey as string),
      to,
      toKey as string,
    );
}

function callThrough(key: string | symbol) {
  return function (
    this: Record<string | symbol, (...parameters: unknown[]) => unknown>,
    ...parameters: unknown[]
  ) {
    return this[key](...parameters);
  };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
