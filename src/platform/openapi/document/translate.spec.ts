import { keysOf, translateDescriptions } from './translate';

const texts: Record<string, string> = { 'tags.name': 'Name des Schlagworts.' };
const translate = <T>(document: T): T => translateDescriptions(document, (key) => texts[key]);

describe('A document in a language', () => {
  it('has texts in place of the keys of descriptions, at any depth', () => {
    expect(translate({ parameters: [{ name: 'a', description: 'tags.name' }] })).toEqual({
      parameters: [{ name: 'a', description: 'Name des Schlagworts.' }],
    });
  });

  it('keeps what is a sentence, and what is no description', () => {
    const document = {
      description: 'Published events.',
      example: 'tags.name',
      properties: { description: { type: 'string', nullable: null } },
    };
    expect(translate(document)).toEqual(document);
  });

  it('never shows a key', () => {
    expect(JSON.stringify(translate({ description: 'tags.nothing' }))).toBe('{}');
  });

  it('names the keys that it needs texts for', () => {
    const parameter = { name: 'a', description: 'tags.name' };
    const other = { description: 'sound-checks.list.order' };
    const document = {
      description: 'Tags.',
      a: [parameter, parameter, other],
      example: 'tags.slug',
    };
    expect(keysOf(document)).toEqual(['tags.name', 'sound-checks.list.order']);
  });
});
