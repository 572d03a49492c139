import { plainText } from '../../platform/texts';
import type { OrganizerRecord } from './organizer-record';

/**
 * An organizer as a schema.org `Person`, which readers of the vendor expect even of a company; what
 * is not known is `""`.
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
