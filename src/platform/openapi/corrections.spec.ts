import { correctNullable } from './corrections';
import type { Schema } from './specification';

describe('A nullable schema', () => {
  it.each<[string, Schema, Schema]>([
    [
      'stays as it is beside a type',
      { type: 'string', nullable: true },
      { type: 'string', nullable: true },
    ],
    [
      'says so in one of several alternatives',
      { nullable: true, oneOf: [{ $ref: '#/a' }, { type: 'string' }, { type: 'number' }] },
      { oneOf: [{ $ref: '#/a' }, { type: 'string', nullable: true }, { type: 'number' }] },
    ],
    [
      'names null among its choices',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    [
      'is corrected inside of others',
      {
        properties: { a: { items: { nullable: true, anyOf: [{ type: 'string' }] } } },
        additionalProperties: { nullable: true, oneOf: [{ type: 'number' }] },
      },
      {
        properties: { a: { items: { anyOf: [{ type: 'string', nullable: true }] } } },
        additionalProperties: { oneOf: [{ type: 'number', nullable: true }] },
      },
    ],
  ])('%s', (_case, schema, corrected) => {
    correctNullable(schema);
    expect(schema).toEqual(corrected);
  });
});
