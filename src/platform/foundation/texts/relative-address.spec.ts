import { rootFrom } from './relative-address';

describe('rootFrom', () => {
  it.each([
    ['/', './'],
    ['/docs', './'],
    ['/docs/', '../'],
    ['/de', './'],
    ['/de/', '../'],
    ['/de/docs', '../'],
    ['/de/docs/', '../../'],
  ])('%s is %s', (path, way) => {
    expect(rootFrom(path)).toBe(way);
    const root = new URL('https://calendar.example/below/');
    expect(new URL(way, new URL(path.slice(1), root)).href).toBe(root.href);
  });

  it('is the same folder for a target without a slash, such as that of OPTIONS', () => {
    expect(rootFrom('*')).toBe('./');
  });
});
