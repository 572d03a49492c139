/** What XML does not allow, however it is written: control characters, halves of pairs. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** A text for an element or an attribute; characters that XML cannot hold are left out. */
export const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"'\r]/g, (character) => ENTITIES[character]);

/** An element; its text is escaped. Attributes that are undefined are left out. */
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
