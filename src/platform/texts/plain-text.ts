import type * as HtmlParser from 'htmlparser2';
import { onDemand } from '../shared';
import { filterMarkup } from './markup';

/** Invisible characters; the Braille blank has no such Unicode property. */
const INVISIBLE = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Invisible characters at the beginning of a text. */
const BEGINNING = new RegExp(`^${INVISIBLE}*`, 'u');

/**
 * Returns the text of a title or name: without HTML tags (`<script>` and the like with their
 * content), on one line, without control characters, trimmed. All other text is unchanged: `&amp;`,
 * `AT&T`, `a < b`. A tag without an end is text, with `&lt;` for its `<`.
 *
 * It is idempotent. The result may be empty, and is so for text without visible characters.
 */
export function plainText(input: string): string {
  // Control characters are removed first: otherwise `<\u0001script>` would become a tag.
  const printable = input.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
  const text = filterMarkup(printable, { allowedTags: [], allowedAttributes: {} }).trim();
  return isVisible(text) ? text : '';
}

/** True when a text has visible characters as HTML, where entities are decoded. */
function isVisible(text: string): boolean {
  const rest = text.replace(BEGINNING, '');
  // Few texts begin with an entity, which needs the parser.
  return rest.startsWith('&') ? readableText(rest).replace(BEGINNING, '') !== '' : rest !== '';
}

const htmlParser = onDemand<typeof HtmlParser>('htmlparser2', __filename);

/** Elements on lines of their own. */
const BLOCKS = new Set(
  'address article aside blockquote caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
);
/** Elements whose texts are words of their own. */
const GAPS = new Set(['img', 'td', 'th']);
/** Elements with an empty line before and after them. */
const PARAGRAPHS = new Set('blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));

/** Tags and entities, which need the parser. */
const MARKED = /[<&]/;
/** Tags, entities and line breaks: a text without them is returned unchanged. */
const SHAPED = /[<&\r\n]/;
/** Characters per parser call; the length is checked in between. */
const PIECE = 1000;

/**
 * Returns HTML as plain text for readers: paragraphs, list entries and rows on lines of their own,
 * with entities decoded. A text without tags keeps its lines, and so does `pre`.
 *
 * @param html stored by the service, so without scripts
 * @param most required UTF-16 units, without white space; the result may have more
 * @param mark the mark of list entries
 */
export function readableText(html: string, most = Infinity, mark = '- '): string {
  if (!SHAPED.test(html)) return html.trim();
  const lines = new ReadableLines(!/<[a-z]/i.test(html), most, mark);
  if (!MARKED.test(html)) {
    lines.add(html);
    return lines.toString();
  }
  const parser = new (htmlParser().Parser)({
    onopentagname: (name) => lines.open(name),
    onclosetag: (name) => lines.close(name),
    ontext: (part) => lines.add(part),
  });
  for (let from = 0; from < html.length && !lines.areEnough; from += PIECE)
    parser.write(html.slice(from, from + PIECE));
  parser.end();
  return lines.toString();
}

/** Collects the lines of the text from the elements and texts of HTML. */
class ReadableLines {
  private readonly parts: string[] = [];
  private endsInSpace = false;
  /** Line breaks before the next text. */
  private breaks = 0;
  /** The numbers of open elements: `pre`, and list entries. */
  private preformatted = 0;
  private entries = 0;
  /**
   * The number of open entries with text, from the outermost. The next text gets the mark of the
   * others.
   */
  private begun = 0;
  /** UTF-16 units added so far, without white space; only counted if not all are required. */
  private visible = 0;

  /**
   * @param keepsLines whether white space is kept everywhere, not only in `pre`
   * @param most see `readableText`
   */
  constructor(
    private readonly keepsLines: boolean,
    private readonly most: number,
    private readonly mark: string,
  ) {}

  get areEnough(): boolean {
    return this.visible >= this.most;
  }

  open(name: string): void {
    this.breakAt(name);
    if (name === 'li') this.entries++;
    else if (name === 'pre') this.preformatted++;
    else if (name === 'br' && !this.isMarked) this.breaks++;
    else if (GAPS.has(name) && this.breaks === 0) this.add(' ');
  }

  close(name: string): void {
    if (name === 'li') {
      this.entries--;
      this.begun = Math.min(this.begun, this.entries);
    } else if (name === 'pre') this.preformatted--;
    this.breakAt(name);
  }

  add(part: string): void {
    const begins = this.breaks > 0 || this.isMarked || this.parts.length === 0;
    const text = this.written(part, begins);
    const isBlank = begins && (this.preformatted === 0 || this.isMarked) && text.trim() === '';
    if (text === '' || isBlank) return;
    if (this.parts.length > 0) this.parts.push('\n'.repeat(this.breaks));
    if (this.isMarked) this.parts.push(this.mark);
    this.parts.push(text);
    this.breaks = 0;
    this.begun = this.entries;
    this.endsInSpace = text.endsWith(' ');
    if (this.most < Infinity) this.visible += text.replace(/\s+/g, '').length;
  }

  toString(): string {
    return this.parts
      .join('')
      .split(/\r\n?|\n/)
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, '')
      .trimEnd();
  }

  private written(part: string, begins: boolean): string {
    if (this.keepsLines) return this.parts.length === 0 ? part.trimStart() : part;
    // HTML ignores a line break at the beginning of `pre`.
    if (this.preformatted > 0) return begins ? part.replace(/^\r?\n/, '') : part;
    const text = part.replace(/[ \t\n\f\r]+/g, ' ');
    return begins || this.endsInSpace ? text.replace(/^ /, '') : text;
  }

  /** True when the mark of an entry is pending until its text. */
  private get isMarked(): boolean {
    return this.entries > this.begun;
  }

  /** A block at the beginning of an entry is on the line of its mark. */
  private breakAt(name: string): void {
    if (!BLOCKS.has(name) || this.isMarked) return;
    this.breaks = Math.max(this.breaks, PARAGRAPHS.has(name) ? 2 : 1);
  }
}
