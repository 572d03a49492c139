import { selectionOf } from './selection';
import type { Schemas } from './specification';

describe('What `_fields` leaves of an answer', () => {
  it('has the same shape, with nothing required at any depth', () => {
    const schemas: Schemas = {
      Town: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    };
    const town = { $ref: '#/components/schemas/Town' };
    const selected = { $ref: '#/components/schemas/TownSelection' };
    const answer = {
      type: 'object',
      required: ['towns', 'capital'],
      properties: {
        towns: { type: 'array', items: town },
        capital: { oneOf: [town, { type: 'boolean' }] },
        byName: { type: 'object', additionalProperties: town },
      },
    };
    expect(selectionOf(answer, schemas)).toEqual({
      type: 'object',
      properties: {
        towns: { type: 'array', items: selected },
        capital: { oneOf: [selected, { type: 'boolean' }] },
        byName: { type: 'object', additionalProperties: selected },
      },
    });
    expect(schemas.TownSelection).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
    });
  });

  it('ends where a schema refers to itself', () => {
    const part = { $ref: '#/components/schemas/Part' };
    const schemas: Schemas = {
      Part: { type: 'object', required: ['parts'], properties: { parts: { items: part } } },
    };
    selectionOf(part, schemas);
    expect(schemas.PartSelection).toEqual({
      type: 'object',
      properties: { parts: { items: { $ref: '#/components/schemas/PartSelection' } } },
    });
  });
});
