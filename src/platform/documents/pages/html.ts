/** A text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | Html | readonly Html[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Renders an HTML template: values are escaped, unless they are `Html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const shown = values.map((value) => {
    if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
    return [value]
      .flat()
      .map(({ text }) => text)
      .join('\n');
  });
  return new Html(String.raw({ raw: parts }, ...shown));
}

const BLOCK =
  /(<\/?(?:details|dd|div|dl|dt|fieldset|form|h[1-4]|li|nav|p|pre|search|section|summary|ul)\b[^<>]*>)/;

/** Removes the white space around blocks, which browsers would keep as nodes of the page. */
export const compact = ({ text }: Html): Html =>
  new Html(
    text
      .split(BLOCK)
      .map((part) => part.trim())
      .join(''),
  );
