import { presentJsonLd } from './json-ld';

describe('presentJsonLd', () => {
  it('keeps the known values of a record', () => {
    const geo = { latitude: 48.2, longitude: 0 };
    const thing = { name: 'a < b, I <3 you & <b>', geo, sameAs: ['x'], free: true, none: null };
    expect(presentJsonLd(thing)).toEqual({ '@context': 'http://schema.org', ...thing });
  });

  it.each(['</script>', '<!-- ', '<script ', '<SCRIPT>', '</ script', '<</<!--<sCript'])(
    'contains no text that closes or opens a script element: %s',
    (text) => {
      const shown = presentJsonLd({ name: text, location: { address: [{ street: `a${text}` }] } });
      // Also holds for programs that parse the JSON and serialise it again.
      expect(JSON.stringify(shown)).not.toMatch(/<\/|<!--|<script/i);
    },
  );
});
