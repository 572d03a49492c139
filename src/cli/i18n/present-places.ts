import type { OpenAPIObject } from '@nestjs/swagger';
import { type TextPlace, textPlaces } from '../../platform/documents/openapi';

/** The place of texts that are in no OpenAPI document. */
const ELSEWHERE = '  on the HTML pages';

/**
 * Formats where texts appear: the elements they describe and the routes that contain them, by their
 * titles in `/docs`; for responses, the types that contain them.
 *
 * @param keys the keys of the texts
 * @param document the OpenAPI document with keys in place of its texts
 */
export function presentPlaces(keys: readonly string[], document: OpenAPIObject): string {
  const places = textPlaces(document);
  return keys
    .map((key) => [key, ...(places.get(key)?.map(lineOf) ?? [ELSEWHERE])].join('\n'))
    .join('\n');
}

const lineOf = ({ kind, name, holders }: TextPlace): string =>
  `  ${kind} \`${name}\`${kind === 'type' ? '' : ` of: ${holders.join(', ')}`}`;
