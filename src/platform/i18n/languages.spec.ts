import { languageTag } from './languages';

describe('languageTag', () => {
  it.each([
    'es',
    'de',
    'pt-BR',
    'es-419',
    'sr-Latn',
    'zh-Hans-CN',
    'gsw',
    'ca-valencia',
    'de-1996',
  ])('accepts %s', (tag) => {
    expect(languageTag(tag)).toBe(tag);
  });

  it.each([
    ['pt-br', 'pt-BR'],
    ['DE', 'de'],
    ['zh-hant', 'zh-Hant'],
    ['iw', 'he'],
  ])('corrects %s to %s', (name, tag) => {
    expect(languageTag(name)).toBe(tag);
  });

  it.each([
    ...[
      'it_IT',
      'en.bak',
      'en copy',
      'de - Kopie',
      'de~',
      'copy',
      'backup',
      'de-copy',
      'de-backup',
    ],
    ...['español', 'spanish', 'zz', 'en-XX', 'und', ''],
  ])('refuses "%s"', (name) => {
    expect(languageTag(name)).toBeUndefined();
  });
});
