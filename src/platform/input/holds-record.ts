import type { Type } from '@nestjs/common';

const RECORD = 'service-record-in-field';

/** Says of a field that the data of a record may stand in it, alone or in a list. */
export const HoldsRecord =
  (record: Type<object>): PropertyDecorator =>
  (target, key) =>
    Reflect.defineMetadata(RECORD, record, target, key);

/** The DTO of that record. */
export const recordIn = (type: Type, field: string): Type<object> | undefined =>
  Reflect.getMetadata(RECORD, type.prototype as object, field) as Type<object> | undefined;
