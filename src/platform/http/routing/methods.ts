import { applyDecorators, Delete, HttpCode, Post, Put, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from '../../idempotency';
import { WrittenRecordInterceptor } from '../conditional';

/**
 * Declares a creation: it returns 201 with the address of the new record, and accepts an
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
 * Declares that a handler updates a record, and returns 200 with its validators. POST, PUT and PATCH of
 * a path do the same (docs/reference/interface.md#routes); Nest has one method per handler
 * (https://github.com/nestjs/nest/issues/13433), so that PUT and PATCH call the handler of POST.
 */
export const Updates = (): MethodDecorator =>
  applyDecorators(HttpCode(200), UseInterceptors(WrittenRecordInterceptor));

/**
 * Declares a deletion that moves the record to the trash, and returns it with its validators. For a
 * permanent deletion, return a copy of the record that was not passed to `withValidators`.
 */
export function Trash(path: string | string[]): MethodDecorator {
  return applyDecorators(Delete(path), UseInterceptors(WrittenRecordInterceptor));
}
