import type { OpenAPIObject } from '@nestjs/swagger';
import { type TextPlace, textPlaces } from '../../platform/documents/openapi';

/** Texts that are in no document. */
const ELSEWHERE = '  on the pages themselves';

/**
 * Formats where texts appear: what they describe, and the routes that contain it, by their titles
 * in `/docs`; for answers, the types that contain it.
 *
 * @param keys of the texts
 * @param document with keys in place of its texts
 */
export function presentPlaces(keys: readonly string[], document: OpenAPIObject): string {
  const places = textPlaces(document);
  return keys
    .map((key) => [key, ...(places.get(key)?.map(lineOf) ?? [ELSEWHERE])].join('\n'))
    .join('\n');
}

const lineOf = ({ kind, name, holders }: TextPlace): string =>
  `  ${kind} \`${name}\`${kind === 'type' ? '' : ` of: ${holders.join(', ')}`}`;
