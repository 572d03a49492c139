/** A text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

export type Value = string | number | false | undefined | Html | readonly Value[];

/**
 * Renders an HTML template: values are escaped, unless they are `Html`; `false` renders nothing. Line
 * breaks and indentation of the template are removed.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const raw = parts.map((part) => part.replace(/>\n\s*</g, '><').replace(/\n\s*/g, ' '));
  return new Html(String.raw({ raw }, ...values.map(rendered)));
}

function rendered(value: Value): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(rendered).join(' ');
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

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

export const paragraphs = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
