import { Html, html } from '../html';

/** Code, or a link. */
const PART = /(`[^`]+`|\[[^[\]]+\]\([^()\s]+\))/;

/** Renders the code and the links of a description in Markdown. */
export const inline = (text: string): Html =>
  new Html(
    text
      .split(PART)
      .map((part) => partOf(part).text)
      .join(''),
  );

function partOf(part: string): Html {
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
  const [, label, address] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
  if (!label) return html`${part}`;
  // In the document, an operation has the address that Swagger UI gives it.
  return html`<a href="${address.replace(/^#\/[^/]+\//, '#')}">${label}</a>`;
}

/** Renders the paragraphs of a text in Markdown. */
export const paragraphs = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
