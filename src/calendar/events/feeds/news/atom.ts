import { createHash } from 'node:crypto';
import { element } from './xml';
import type { NewsItem } from './news-item';

/** The namespace of the names that follow, of this service alone (RFC 9562 §6.6). */
const NAMESPACE = Buffer.from('6b0c6f0e4c1b4d0f9d5b2a7e8c3f1d42', 'hex');

/** A UUID that follows from a name (RFC 9562 §5.5): Atom wants an IRI, which a uid need not be. */
export function uuidOf(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash[6] = (hash[6] & 0x0f) | 0x50;
  hash[8] = (hash[8] & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}

/** What a feed says of itself. */
export interface AtomHead {
  /** An IRI, the same for ever. */
  id: string;
  title: string;
  /** Whose feed it is. */
  author: string;
  /** Its own address. */
  address: string;
  /** The same events in other forms. */
  alternates: readonly { address: string; type: string }[];
  generator: string;
  /** When the latest of its entries was updated; undefined without any. */
  updated: string | undefined;
}

const EPOCH = '1970-01-01T00:00:00Z';

/** The beginning of an Atom feed (RFC 4287 §4.1.1), which ends with `ATOM_END`. */
export const atomBeginning = (head: AtomHead): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', head.id),
    element('title', head.title),
    element('updated', head.updated ?? EPOCH),
    element('generator', head.generator),
    `<author>${element('name', head.author)}</author>`,
    element('link', '', { rel: 'self', type: 'application/atom+xml', href: head.address }),
    ...head.alternates.map(({ address, type }) =>
      element('link', '', { rel: 'alternate', type, href: address }),
    ),
    '',
  ].join('\n');

export const ATOM_END = '</feed>\n';

/** An entry of an Atom feed (RFC 4287 §4.1.2). */
export const atomEntry = (item: NewsItem): string =>
  [
    '<entry>',
    element('id', uuidOf(item.uid)),
    element('title', item.title, { type: 'text' }),
    element('published', item.published),
    element('updated', item.updated),
    element('link', '', { rel: 'alternate', href: item.url }),
    ...(item.website === '' ? [] : [element('link', '', { rel: 'related', href: item.website })]),
    ...imageOf(item),
    ...item.authors.map(
      ({ name, url }) =>
        `<author>${element('name', name)}${url === undefined ? '' : element('uri', url)}</author>`,
    ),
    ...item.tags.map((term) => element('category', '', { term })),
    element('summary', item.summary === '' ? item.line : item.summary, { type: 'text' }),
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
          href: image.url,
        }),
      ];
