import { SERVICE } from '../../../platform/config';
import { uriOf } from '../../../platform/texts';
import type { NewsItem } from './news-item';

export const ATOM_TYPE = 'application/atom+xml';

interface AtomHead {
  /** A permanent IRI. */
  id: string;
  title: string;
  author: string;
  address: string;
  /** The same events in another format. */
  alternate: { address: string; type: string };
  /** When an entry was last updated; undefined without entries. */
  updated: string | undefined;
}

const EPOCH = '1970-01-01T00:00:00Z';

/** Returns the beginning of an Atom feed (RFC 4287 §4.1.1), which ends with `ATOM_END`. */
export const atomBeginning = (head: AtomHead): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', head.id),
    element('title', head.title),
    element('updated', head.updated ?? EPOCH),
    element('generator', SERVICE.title),
    `<author>${element('name', head.author)}</author>`,
    element('link', '', { rel: 'self', type: ATOM_TYPE, href: uriOf(head.address) }),
    element('link', '', {
      rel: 'alternate',
      type: head.alternate.type,
      href: uriOf(head.alternate.address),
    }),
    '',
  ].join('\n');

export const ATOM_END = '</feed>\n';

/** @param calendar the IRI of the calendar: an id must be an IRI, but a UID need not be one */
export const atomEntry = (item: NewsItem, calendar: string): string =>
  [
    item.language === undefined ? '<entry>' : `<entry xml:lang="${item.language}">`,
    element('id', `${calendar}#uid=${encodeURIComponent(item.uid)}`),
    element('title', item.title, { type: 'text' }),
    element('published', item.published),
    element('updated', item.updated),
    element('link', '', { rel: 'alternate', href: uriOf(item.url) }),
    ...(item.website === ''
      ? []
      : [element('link', '', { rel: 'related', href: uriOf(item.website) })]),
    ...imageOf(item),
    ...item.authors.map(
      ({ name, url }) =>
        `<author>${element('name', name)}${url === undefined ? '' : element('uri', uriOf(url))}</author>`,
    ),
    ...item.tags.map((term) => element('category', '', { term })),
    element('summary', item.summary, { type: 'text' }),
    element('content', item.html, { type: 'html' }),
    '</entry>',
    '',
  ].join('\n');

const imageOf = ({ image }: NewsItem): string[] =>
  image === undefined
    ? []
    : [
        element('link', '', {
          rel: 'enclosure',
          type: image.type,
          length: image.length?.toString(),
          href: uriOf(image.url),
        }),
      ];

/** Characters forbidden in XML even when escaped: control characters and lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"'\r]/g, (character) => ENTITIES[character]);

/** Undefined attributes are omitted. */
function element(
  name: string,
  text: string,
  attributes: Record<string, string | undefined> = {},
): string {
  const set = Object.entries(attributes)
    .filter((attribute): attribute is [string, string] => attribute[1] !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  return text === '' ? `<${name}${set}/>` : `<${name}${set}>${escaped(text)}</${name}>`;
}
