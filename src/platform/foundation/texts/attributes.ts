import type { Attributes } from 'sanitize-html';
import { readSrcset } from './srcset';

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
export function readAttributes(attributes: Attributes): Attributes {
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
