import { Html, html } from '../html';

/** Code, or a link. */
const PART = /`([^`]+)`|\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** Renders the code and the links of a description in Markdown. */
export const inline = (text: string): Html =>
  new Html(
    html`${text}`.text.replace(PART, (_all, code?: string, label = '', address = '') =>
      code === undefined
        ? // In the document, an operation has the address that Swagger UI gives it.
          `<a href="${(address as string).replace(/^#\/[^/]+\//, '#')}">${label}</a>`
        : `<code>${code}</code>`,
    ),
  );

/** Renders the paragraphs of a text in Markdown. */
export const paragraphs = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
