import { presentJsonLd } from './json-ld';

describe('A record for search engines', () => {
  it('keeps what is known of it', () => {
    const geo = { latitude: 48.2, longitude: 0 };
    const thing = { name: 'a < b, I <3 you & <b>', geo, sameAs: ['x'], free: true, none: null };
    expect(presentJsonLd(thing)).toEqual({ '@context': 'http://schema.org', ...thing });
  });

  it.each(['</script>', '<!-- ', '<script ', '<SCRIPT>', '</ script', '<</<!--<sCript'])(
    'has no text that ends or opens a script: %s',
    (text) => {
      const shown = presentJsonLd({ name: text, location: { address: [{ street: `a${text}` }] } });
      // As pages have it, and as programs do that have parsed it and write it again.
      expect(JSON.stringify(shown)).not.toMatch(/<\/|<!--|<script/i);
    },
  );
});
