import { Parser } from 'htmlparser2';

/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Those with an empty line before and behind them. */
const PARAGRAPHS = new Set('blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));

/** Characters that are parsed before it is known whether more are needed. */
const PIECE = 1000;

/**
 * HTML as plain text for readers: paragraphs, entries of lists and rows on lines of their own, and
 * characters in the place of entities. A text without tags keeps its lines.
 *
 * @param html stored by the service, so without scripts
 * @param most units that are needed, white space apart; there may be more
 */
export function readableText(html: string, most = Infinity): string {
  const keepsLines = !/<[a-z]/i.test(html);
  let text = '';
  let visible = 0;
  let breaks = 0;
  const breakLine = (count: number): void => {
    breaks = Math.max(breaks, count);
  };
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'br') breaks++;
      else if (BLOCKS.has(name)) breakLine(PARAGRAPHS.has(name) ? 2 : 1);
      if (name === 'li') add('- ');
      else if ((name === 'td' || name === 'th') && breaks === 0) add(' ');
    },
    onclosetag(name) {
      if (BLOCKS.has(name)) breakLine(PARAGRAPHS.has(name) ? 2 : 1);
    },
    ontext: (part) => {
      add(keepsLines ? part : part.replace(/[ \t\n\f\r]+/g, ' '));
    },
  });
  const add = (part: string): void => {
    if (part === '' || (breaks > 0 && part.trim() === '')) return;
    if (text !== '') text += '\n'.repeat(breaks);
    text += breaks > 0 || text.endsWith(' ') ? part.replace(/^ /, '') : part;
    breaks = 0;
    if (most !== Infinity) visible += part.replace(/\s+/g, '').length;
  };
  for (let from = 0; from < html.length && visible < most; from += PIECE)
    parser.write(html.slice(from, from + PIECE));
  parser.end();
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
