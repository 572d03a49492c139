import type { Attributes, IOptions } from 'sanitize-html';
import { filterMarkup } from './markup';

/** The limit of address fields applies. */
const ADDRESS_MAX = 2000;
/** Long enough for an address for each possible width. */
const SRCSET_MAX = 10_000;

/** The only style that editors write and that is harmless for a page. */
const ALIGNMENT = /^text-align\s*:\s*(left|right|center|justify|start|end)(\s*!\s*important)?$/i;

const readAddress = (address: string): string => (address.length > ADDRESS_MAX ? '' : address);

const READERS = Object.entries({
  href: readAddress,
  src: readAddress,
  cite: readAddress,
  srcset: (text: string) => (text.length > SRCSET_MAX ? '' : readSrcset(text).join(', ')),
  style: readStyle,
});

/**
 * Prepares the attributes of a tag for the sanitiser, which would otherwise be slow or write log
 * lines: removes addresses that are too long, invalid parts of `srcset`, and all of `style` except
 * the alignment.
 */
function readAttributes(attributes: Attributes): Attributes {
  for (const [name, read] of READERS)
    if (attributes[name]) {
      attributes[name] = read(attributes[name]);
      if (attributes[name] === '') delete attributes[name];
    }
  return attributes;
}

function readStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => ALIGNMENT.exec(declaration.trim()))
    .flatMap((found) => (found ? `text-align:${found[1]}${found[2] ? ' !important' : ''}` : []))
    .join(';');
}

const RULES: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'blockquote', 'pre', 'hr', 'br'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary'],
    ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins', 'kbd'],
    ...['mark', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'u'],
    ...['var', 'wbr'],
    ...['figure', 'figcaption', 'img'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  selfClosing: ['img', 'br', 'hr', 'col', 'wbr'],
  // Without `id` and `name`, which would become properties of the page's document.
  allowedAttributes: {
    '*': ['class', 'dir', 'lang', 'style', 'title'],
    a: ['href', 'hreflang', 'rel', 'target'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    details: ['open'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    col: ['span'],
    colgroup: ['span'],
    th: ['colspan', 'rowspan', 'scope', 'abbr'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], srcset: ['http', 'https'] },
  // `readAttributes` has already filtered styles and srcset.
  parseStyleAttributes: false,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: readAttributes(attribs) }) },
};

/**
 * Returns HTML that can safely be shown on a page: the output of editors (headings, lists, links,
 * images, figures, tables, quotes, code, alignment) without scripts, styles, frames, forms, event
 * handlers or addresses other than http, https, mailto, tel and relative ones.
 *
 * The text between tags is unchanged, byte for byte. Tags and attributes may be written differently
 * (`'` → `"`, `&` → `&amp;` in an address). It is idempotent.
 */
export function sanitizeHtml(input: string): string {
  return filterMarkup(input, RULES);
}

const BLANKS = /[ \t\n\f\r]+/;
const COMMA = ',';

/** A width or a pixel density; widths have no sign, no exponent and no leading zero. */
const DESCRIPTOR = /^(?:[1-9]\d{0,8}w|(?:\d{1,4}|\d{0,4}\.\d{1,8})x)$/;

/**
 * Returns the images of a `srcset` as browsers parse it (HTML Living Standard, "parse a srcset
 * attribute"), each as `address` or `address descriptor`; images with invalid descriptors are left
 * out.
 *
 * It takes time proportional to the length, and writes no messages.
 */
export function readSrcset(text: string): string[] {
  const images: string[] = [];
  let address = '';
  let descriptors: string[] = [];
  const end = (): void => {
    const [descriptor = '', ...more] = descriptors;
    if (address !== '' && more.length === 0 && (descriptor === '' || DESCRIPTOR.test(descriptor)))
      images.push(descriptor === '' ? address : `${address} ${descriptor}`);
    address = '';
    descriptors = [];
  };
  for (const word of text.split(BLANKS)) {
    let rest = word;
    if (address !== '') {
      // A comma ends the descriptors; the next address may follow without a space.
      const comma = word.indexOf(COMMA);
      const descriptor = comma < 0 ? word : word.slice(0, comma);
      if (descriptor !== '') descriptors.push(descriptor);
      if (comma < 0) continue;
      end();
      rest = word.slice(comma + 1);
    }
    address = withoutCommas(rest);
    // A comma within an address belongs to it; a comma after it does not.
    if (address !== '' && rest.endsWith(COMMA)) end();
  }
  end();
  return images;
}

function withoutCommas(word: string): string {
  let [start, end] = [0, word.length];
  while (word[start] === COMMA) start++;
  while (end > start && word[end - 1] === COMMA) end--;
  return word.slice(start, end);
}
