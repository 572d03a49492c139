import { keysOf, translateDescriptions } from './document-texts';

const texts: Record<string, string> = { 'tags.name': 'Name des Schlagworts.' };
const translate = <T>(document: T): T => translateDescriptions(document, (key) => texts[key]);

describe('translateDescriptions', () => {
  it('replaces the keys of descriptions by texts, at any depth', () => {
    expect(translate({ parameters: [{ name: 'a', description: 'tags.name' }] })).toEqual({
      parameters: [{ name: 'a', description: 'Name des Schlagworts.' }],
    });
  });

  it('keeps sentences, and values outside of descriptions', () => {
    const document = {
      description: 'Published events.',
      example: 'tags.name',
      properties: { description: { type: 'string', nullable: null } },
    };
    expect(translate(document)).toEqual(document);
  });

  it('removes a description whose key has no text', () => {
    expect(JSON.stringify(translate({ description: 'tags.nothing' }))).toBe('{}');
  });

  it('lists the keys of the descriptions', () => {
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
