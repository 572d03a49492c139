/** A text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

export type Value = string | number | false | undefined | Html | readonly Value[];

/**
 * Renders an HTML template: values are escaped, unless they are `Html`; `false` is nothing. The
 * indentation of the template is left out.
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
