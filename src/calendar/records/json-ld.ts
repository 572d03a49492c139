import type { ApiPropertyOptions } from '@nestjs/swagger';

/** The key of an answer that holds one; its own keys are those of schema.org. */
export const JSON_LD: ApiPropertyOptions = {
  description: 'records.record.json_ld',
  type: 'object',
  additionalProperties: true,
};

/** With these a text could end the script element of a page that it stands in, or open one. */
const OF_SCRIPTS = /<(?=\/|!--|script)/gi;

/**
 * A record for search engines: what is known of it in the words of schema.org
 * (docs/interface.md#structured-data).
 *
 * Readers put it into a script element of a page as it is, and escapes of JSON are gone once it was
 * parsed. So no text of it holds `</`, `<!--` or `<script`, whatever was stored: their `<` is `&lt;`.
 */
export function presentJsonLd(thing: Record<string, unknown>): Record<string, unknown> {
  return { '@context': 'http://schema.org', ...(harmless(thing) as Record<string, unknown>) };
}

function harmless(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(OF_SCRIPTS, '&lt;');
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, harmless(inner)]));
}
