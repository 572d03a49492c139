import { addExamples, addFieldExamples, readExamples } from './examples';
import type { Operation, Schemas } from '../specification';

const created = (): Operation => ({
  parameters: [
    { name: 'page', in: 'query', schema: { type: 'integer', example: 9 } },
    { name: 'search', in: 'query', schema: { type: 'string' } },
  ],
  requestBody: {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' } } },
  },
  responses: { 201: { description: '', content: { 'application/json': {} } } },
});

describe('Recorded examples', () => {
  it('become the examples of the parameters, the body and the response', () => {
    const operation = created();
    const examples = {};
    const bodies = { minimal: { name: 'a' } };
    const recorded = { parameters: { page: 2 }, bodies, response: { id: 1 } };
    addExamples(operation, 'createTag', recorded, examples);
    expect(examples).toEqual({
      'createTag.minimal': { summary: 'document.examples.minimal', value: { name: 'a' } },
      'createTag.response': { value: { id: 1 } },
    });
    const reference = (name: string, kind: string): object => ({
      examples: { [name]: { $ref: `#/components/examples/createTag.${kind}` } },
    });
    expect(operation).toMatchObject({
      parameters: [{ name: 'page', example: 2, schema: { type: 'integer' } }, { name: 'search' }],
      requestBody: { content: { 'application/json': reference('minimal', 'minimal') } },
      responses: { 201: { content: { 'application/json': reference('createTag', 'response') } } },
    });
    expect(operation.parameters).toEqual([
      { name: 'page', in: 'query', schema: { type: 'integer' }, example: 2 },
      { name: 'search', in: 'query', schema: { type: 'string' } },
    ]);
  });

  it("become the examples of the body's fields", () => {
    const schemas: Schemas = { Tag: { properties: { name: { type: 'string' }, slug: {} } } };
    addFieldExamples(created(), { parameters: { name: 'a', page: 2 } }, schemas);
    expect(schemas).toEqual({
      Tag: { properties: { name: { type: 'string', example: 'a' }, slug: {} } },
    });
  });

  it('may be missing', () => {
    const operation = created();
    addExamples(operation, 'createTag', undefined, {});
    expect(operation).toEqual(created());
    expect(readExamples('/nowhere/examples.json')).toEqual({ operations: {}, problems: {} });
  });
});
