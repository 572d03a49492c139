import type { Attributes } from 'sanitize-html';
import { readSrcset } from './srcset';

/** As of addresses in fields of their own. */
const ADDRESS_MAX = 2000;
/** An address for every width that a page may be shown in. */
const SRCSET_MAX = 10_000;

/** The one thing of `style` that editors write, and that does no harm to a page. */
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
 * Takes out of the attributes of a tag what the sanitiser would read for long, or print: addresses
 * longer than any is, the parts of `srcset` that mean nothing, and of `style` all but the alignment.
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
