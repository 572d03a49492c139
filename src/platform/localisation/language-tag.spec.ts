import { languageTag } from './language-tag';

describe('The tag of a language', () => {
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
  ])('is %s', (tag) => {
    expect(languageTag(tag)).toBe(tag);
  });

  it.each([
    ['pt-br', 'pt-BR'],
    ['DE', 'de'],
    ['zh-hant', 'zh-Hant'],
    ['iw', 'he'],
  ])('that is written %s is %s', (name, tag) => {
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
  ])('is not "%s"', (name) => {
    expect(languageTag(name)).toBeUndefined();
  });
});
