import { plainText } from '../../platform/texts';
import type { OrganizerRecord } from './organizer-record';

/**
 * Returns a schema.org `Person`, as The Events Calendar does, also for a company.
 *
 * This file loads without Nest, as `bench/bare.mjs` requires.
 */
export function presentPerson({
  organizer,
  description,
  image,
  phone,
  email,
  website,
}: OrganizerRecord): Record<string, unknown> {
  return {
    '@type': 'Person',
    name: organizer,
    description: plainText(description),
    ...(image && image.url !== '' && { image: image.url }),
    url: website,
    telephone: phone,
    email,
    sameAs: website,
  };
}
