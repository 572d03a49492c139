import fc from 'fast-check';
import { numberedSlug, slugify } from './slugs';

describe('slugify', () => {
  it.each([
    ['Jazz Night', 'jazz-night'],
    ['  My Slug HERE ', 'my-slug-here'],
    ['Has Spaces & Ünï', 'has-spaces-uni'],
    ['Über uns', 'uber-uns'],
    ['Straße', 'strasse'],
    ['C++ & .NET', 'c-net'],
    ["Joe's Café", 'joes-cafe'],
    ['Joe’s', 'joes'],
    ['Ital &amp; co', 'ital-co'],
    ['Москва вечер', 'moskva-vecher'],
    ['你好世界', 'ni-hao-shi-jie'],
    ['مرحبا بالعالم', 'mrhb-blaalm'],
    ['한국어', 'hangugeo'],
    ['𝓗𝓮llo ﬁsh', 'hello-fish'],
    ['a/b\\c?d#e%20f', 'a-b-c-d-e-20f'],
    ['_a_ ~b~ .c.', 'a-b-c'],
    ['2027', '2027'],
    ['Party 🎉', 'party'],
  ])('converts %j to %j', (text, slug) => {
    expect(slugify(text, 'event')).toBe(slug);
  });

  it.each(['', ' ', '🎉🎉', '---', '\u0000', '?!'])('returns the fallback for %j', (text) => {
    expect(slugify(text, 'event')).toBe('event');
  });

  it('cuts between two words', () => {
    expect(slugify('word '.repeat(60), 'event')).toBe('word-'.repeat(38).slice(0, -1));
    expect(slugify('word'.repeat(60), 'event')).toBe('word'.repeat(60).slice(0, 190));
    expect(slugify(`a ${'b'.repeat(300)}`, 'event')).toHaveLength(190);
  });

  it('keeps a numbered slug that is sent back', () => {
    const slug = numberedSlug(slugify('word'.repeat(60), 'event'), 2);
    expect(slugify(slug, 'event')).toBe(slug);
  });

  it('is URL-safe, bounded and idempotent for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const slug = slugify(text, 'event');
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(190);
        expect(slugify(slug, 'event')).toBe(slug);
      }),
    );
  });
});

describe('numberedSlug', () => {
  it('appends the number after a hyphen', () => {
    expect(numberedSlug('jazz-night', 2)).toBe('jazz-night-2');
  });

  it('fits 200 characters', () => {
    expect(numberedSlug('a'.repeat(200), 12)).toBe(`${'a'.repeat(197)}-12`);
    expect(numberedSlug(`${'a'.repeat(196)}-bcd`, 12)).toBe(`${'a'.repeat(196)}-12`);
  });
});
