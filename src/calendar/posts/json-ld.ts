import type { ApiPropertyOptions } from '@nestjs/swagger';

/** Its own keys are those of schema.org. */
export const JSON_LD: ApiPropertyOptions = {
  description: 'records.record.json_ld',
  type: 'object',
  additionalProperties: true,
};

/** A `<` that could close the surrounding script element, or open one. */
const OF_SCRIPTS = /<(?=\/|!--|script)/gi;

/**
 * Clients put structured data into a script element of a page, and parsing removes the escapes of JSON. So no
 * text contains `</`, `<!--` or `<script`: `<` becomes `&lt;` (docs/reference/interface.md#structured-data).
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
