/* Values of the interface as people write them: dates and paragraphs. */

/** Returns a local time as if it were UTC. */
export const asDate = (text) => new Date(`${text.slice(0, 10)}T${text.slice(11, 16) || '00:00'}Z`);

export const asText = (date) => (isNaN(date) ? '' : date.toISOString().slice(0, 16));

const SIGNS = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0' };
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns the text of a description; undefined if it has other markup than paragraphs. */
export function fromHtml(html) {
  const text = html
    .trim()
    .replace(/<br ?\/?>\n?/g, '\n')
    .replace(/<\/p>\s*<p>/g, '\n\n')
    .replace(/^<p>|<\/p>$/g, '');
  if (/<|&(?!(?:amp|lt|gt|quot|nbsp|#\d{1,6});)/.test(text)) return undefined;
  return text.replace(
    /&#?\w+;/g,
    (entity) => SIGNS[entity] ?? String.fromCodePoint(entity.slice(2, -1)),
  );
}

/** Returns the paragraphs of a text as HTML. */
export const toHtml = (text) =>
  text
    .trim()
    .replace(/[&<>]/g, (sign) => ENTITIES[sign])
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph && `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('\n');
