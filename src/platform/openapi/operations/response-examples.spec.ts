import type { InlineSchema, Schemas } from '../specification';
import { addResponseExamples } from './response-examples';

const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

const schemas = (): Schemas => ({
  Kind: { type: 'string', enum: ['a', 'b'] },
  Part: { type: 'object', properties: { note: { type: 'string' }, size: { type: 'integer' } } },
  Tag: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      kind: { allOf: [reference('Kind')] },
      website: { type: 'string', example: 'https://calendar.example' },
      part: { oneOf: [reference('Part'), { type: 'boolean', enum: [false] }] },
      parts: { type: 'array', items: reference('Part') },
      names: { type: 'object', additionalProperties: reference('Part') },
    },
  },
});

/** Returns the examples of a type's fields after responses were recorded. */
function examplesIn(type: string, ...responses: unknown[]): Record<string, unknown> {
  const types = schemas();
  const recorded = responses.map((response) => ({ schema: reference('Tag'), response }));
  addResponseExamples(recorded, types);
  const { properties = {} } = types[type] as InlineSchema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, (field as InlineSchema).example]),
  );
}

describe('addResponseExamples', () => {
  it('sets examples of keys that have none and do not consist of other types', () => {
    const response = {
      name: 'Jazz',
      kind: 'b',
      website: '',
      part: { note: 'x', size: 1 },
      parts: [],
    };
    expect(examplesIn('Tag', response)).toEqual({
      name: 'Jazz',
      kind: 'b',
      website: 'https://calendar.example',
    });
  });

  it.each([
    ['an object', { part: { note: 'x', size: 1 } }],
    ['a list', { parts: [{ note: 'x', size: 1 }] }],
    ['an object of names', { names: { any: { note: 'x', size: 1 } } }],
  ])('finds objects inside %s', (_place, response) => {
    expect(examplesIn('Part', response)).toEqual({ note: 'x', size: 1 });
  });

  it('follows the discriminator of a union', () => {
    const types: Schemas = {
      Cat: { type: 'object', properties: { kind: { type: 'string' }, lives: { type: 'integer' } } },
      Dog: { type: 'object', properties: { kind: { type: 'string' } } },
    };
    const [cat, dog] = [reference('Cat'), reference('Dog')];
    const schema: InlineSchema = {
      oneOf: [cat, dog],
      discriminator: { propertyName: 'kind', mapping: { cat: cat.$ref, dog: dog.$ref } },
    };
    const responses = [{ kind: 'cat', lives: 9 }, { kind: 'dog' }];
    addResponseExamples(
      responses.map((response) => ({ schema, response })),
      types,
    );
    const { Cat, Dog } = types as Record<string, InlineSchema>;
    expect(Cat.properties).toMatchObject({ kind: { example: 'cat' }, lives: { example: 9 } });
    expect(Dog.properties).toMatchObject({ kind: { example: 'dog' } });
  });

  it('takes the example from the object with the most values; it is empty only when all are', () => {
    const [few, most, other] = [{ note: 'a' }, { note: 'b', size: 0 }, { note: '', size: 2 }];
    expect(examplesIn('Part', { part: few }, { part: most })).toEqual({ note: 'b', size: 0 });
    expect(examplesIn('Part', { part: most }, { part: other })).toEqual({ note: 'b', size: 2 });
  });

  it('sets nothing without a recorded object', () => {
    expect(examplesIn('Part', undefined, { part: false })).toEqual({});
  });
});
