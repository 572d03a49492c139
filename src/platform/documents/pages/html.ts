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
