import { plainText } from '../../platform/foundation/texts';
import type { RequestContext } from '../../platform/http/request-context';
import { presentJsonLd } from '../posts';
import { presentOrganizer, type OrganizerRecord, type OrganizerRow } from './organizer-record';

/**
 * Returns an organizer as a schema.org `Person`, as in The Events Calendar, also for a company. Unknown
 * values are `""`.
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

/** Presents a single organizer, which also has structured data for search engines. */
export function presentSingleOrganizer(
  row: OrganizerRow,
  context: RequestContext,
): OrganizerRecord {
  const record = presentOrganizer(row, context);
  return { ...record, json_ld: presentJsonLd(presentPerson(record)) };
}
