import { SlugNumbers } from './slug-numbers';

describe('SlugNumbers', () => {
  it('numbers the slugs of one title', () => {
    const slugs = new SlugNumbers();
    const given = ['Jazz Night', 'Jazz Night', 'Café', 'Jazz Night'].map((title) =>
      slugs.next(title),
    );
    expect(given).toEqual(['jazz-night', 'jazz-night-2', 'cafe', 'jazz-night-3']);
  });

  it('continues after used slugs', () => {
    const slugs = new SlugNumbers();
    for (const taken of ['jazz-night', 'jazz-night-7', 'jazz-night-3']) slugs.take(taken);
    expect(slugs.next('Jazz Night')).toBe('jazz-night-8');
  });

  it('does not repeat a slug that looks numbered', () => {
    const slugs = new SlugNumbers();
    slugs.take('studio-54');
    expect(slugs.next('Studio 54')).toBe('studio-54-2');
    expect(slugs.next('Studio')).toBe('studio-55');
  });
});
