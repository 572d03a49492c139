import type { ApiPropertyOptions } from '@nestjs/swagger';

/** The key of structured data in a response. Its own keys are those of schema.org. */
export const JSON_LD: ApiPropertyOptions = {
  description: 'records.record.json_ld',
  type: 'object',
  additionalProperties: true,
};

/** Matches the `<` of texts that could close the surrounding script element, or open one. */
const OF_SCRIPTS = /<(?=\/|!--|script)/gi;

/**
 * Returns the structured data of a record for search engines: its known values as schema.org properties
 * (docs/reference/interface.md#structured-data).
 *
 * Clients put it into a script element of a page unchanged, and parsing removes the escapes of JSON. So no
 * text contains `</`, `<!--` or `<script`: their `<` is replaced by `&lt;`.
 *
 * This file loads without Nest, as `bench/bare.mjs` requires.
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
