import { encodedTag, findTag, withoutEncodings } from './compression.middleware';

describe('The tag of a compressed answer', () => {
  it('has a suffix, which can be removed', () => {
    expect(encodedTag('"7.3-abc"', 'br')).toBe('"7.3-abc+br"');
    expect(withoutEncodings('"7.3-abc+br", W/"1+gzip", "a+b", *')).toBe(
      '"7.3-abc", W/"1", "a+b", *',
    );
  });

  it.each([
    ['"7.3-abc+gzip"', '"7.3-abc+gzip"'],
    ['"1", "7.3-abc+br", "2"', '"7.3-abc+br"'],
    ['"7.3-abc"', '"7.3-abc"'],
    ['*', '"7.3-abc"'],
  ])('for %s is the tag that the client sent', (field, known) => {
    expect(findTag(field, '"7.3-abc"')).toBe(known);
  });
});
