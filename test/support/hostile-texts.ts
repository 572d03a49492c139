/** A kind of text that is slow to parse: one piece, repeated. */
export interface HostileText {
  name: string;
  /** Returns a text of this kind with this length in UTF-16 code units. */
  write: (length: number) => string;
}

/** Of the grammars that the service parses. */
const PIECES: Record<string, readonly string[]> = {
  dates: [
    ...['1day ', '1 day ', '+1 day ', '- 1 day ', 'next ', 'next week ', 'last ', 'in ', 'ago '],
    ...['may ', '1 may ', 'mon ', 'mon, ', 'noon ', '9am ', '10:00 ', '2027-05-01 ', '1/', 't'],
  ],
  numbers: ['0', '1', '1.', '.', '-', '+', '1e', '1 ', "1'", '1-', '−', '€', 'EUR '],
  html: [
    ...['<', '>', '<<', '</', '<!', '<?', '<b', '<b>', '</b>', '<p>a', '<td>', '<b></i>', '<br/>'],
    ...['<!--', '-->', '<!--x-->', '<![CDATA[', ']]>', '<script>', '</script', '<title>', '<svg>'],
    ...[
      '<a href="x">',
      '<a b="',
      "<a b='",
      '<a =',
      '<img src=x>',
      '<img srcset="a 1x">',
      '<b a=b>',
    ],
    ...['&', '&amp;', '&#60;', '&lt', '&notin', '<<u></u>b>', '<p style="text-align:left">'],
  ],
  marks: [
    '\u0301',
    '\u0301\u0316',
    '\u0327\u0301',
    'e\u0301',
    '\u0344',
    '\u034f\u0301',
    '\u05b0\u05bc',
  ],
  letters: ['a', 'é', 'ü', '東', '한', 'ﷺ', 'ﬃ', 'İ', 'Σ', 'Σ.', '🎉', '\u200d', '\u202e'],
  addresses: [
    'http://',
    'a.',
    'a@',
    '@',
    ':',
    '/',
    '?',
    '#',
    '%',
    '%41',
    '..',
    '\\',
    'xn--',
    '[::',
  ],
  lists: [
    ',',
    ', ',
    ',,',
    '1,',
    'a,',
    ';',
    '=',
    '[',
    ']',
    '[]',
    '{',
    '}',
    '(',
    ')',
    '"',
    '"a" ',
    "'",
  ],
  patterns: ['*', '_', '!', '|', '$', '^', '`', '~', 'W/"a",', '\\"', 'a b '],
  blanks: [' ', '\t', '\n', '\r\n', '\u00a0', '\u2028', ' \t', 'a '],
  controls: ['\u0001', '\u007f', '\u0085', '\ufeff', '\ufffe'],
};

const BROKEN = ['\0', '\ud800', '\udc00', '\udc00\ud800', 'a\0'];

/** Around repeated pieces. */
const FRAMES: readonly [string, string][] = [
  ['<a href="http://a/', '">x</a>'],
  ['<img srcset="', '">'],
  ['<p style="', '">'],
  ['<p class="', '">'],
  ['<p ', '>'],
  ['<!--', '-->'],
  [`${'<div>'.repeat(250)}`, ''],
  ['"', '"'],
];

const FRAMED = [
  '<!--x-->',
  '<',
  '&',
  '&amp;',
  'a ',
  'a 1x,',
  ', a',
  '{',
  'a:b;',
  '(',
  "'",
  '/*',
  '\u0301\u0316',
];

/** Every piece with a matching and a non-matching end, in every frame. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...[...Object.values(PIECES).flat(), ...BROKEN].flatMap((piece) => [
    { name: named(piece), write: repeating(piece) },
    { name: `${named(piece)} … x`, write: repeating(piece, '', 'x') },
  ]),
  ...FRAMES.flatMap(([before, after]) =>
    FRAMED.map((piece) => ({
      name: `${named(before.slice(0, 20))} ${named(piece)} …`,
      write: repeating(piece, before, after),
    })),
  ),
];

function repeating(piece: string, before = '', after = ''): HostileText['write'] {
  return (length) => {
    const room = Math.max(length - before.length - after.length, 0);
    return `${before}${piece.repeat(Math.ceil(room / piece.length)).slice(0, room)}${after}`;
  };
}

function named(piece: string): string {
  return JSON.stringify(piece).replace(
    /[^ -~]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
