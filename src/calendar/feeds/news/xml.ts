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

/** Escapes a text for an element or an attribute, and removes characters forbidden in XML. */
export const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"'\r]/g, (character) => ENTITIES[character]);

/** Returns an element with escaped text. Undefined attributes are omitted. */
export function element(
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
