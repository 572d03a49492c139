import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
} from '@nestjs/swagger';
import type { RequestContext } from '../../platform/http/context';
import {
  inLanguage,
  LanguageRecord,
  presentLanguages,
  TEXT_LANGUAGES,
} from '../../platform/translations';
import type { Row } from '../../platform/database';
import { Image, IMAGE_OR_FALSE, ImageSettings, presentImage } from '../images';
import {
  type GlobalIds,
  JSON_LD,
  presentEnvelope,
  presentGlobalIds,
  RecordEnvelope,
} from '../posts';
import { ORGANIZER_TRANSLATIONS } from './dto/create-organizer.dto';
import type { Organizer } from './organizer.entity';

export type OrganizerRow = Row<Organizer>;

class OrganizerKeys extends RecordEnvelope implements GlobalIds {
  @ApiProperty({ description: 'organizers.record.organizer' })
  organizer: string;

  @ApiProperty({
    description: 'records.record.description',
    example: '<p>Concerts in and around the city</p>',
  })
  description: string;

  @ApiProperty({ description: 'records.record.excerpt' })
  excerpt: string;

  @ApiProperty({ description: 'records.record.slug' })
  slug: string;

  @ApiProperty(IMAGE_OR_FALSE)
  image: Image | false;

  @ApiProperty({ description: 'records.record.phone' })
  phone: string;

  @ApiProperty({ description: 'records.record.website' })
  website: string;

  @ApiProperty({ description: 'organizers.record.email' })
  email: string;

  @ApiProperty({ description: 'records.record.global_id' })
  global_id: string;

  @ApiProperty({ type: [String], description: 'records.record.global_id_lineage' })
  global_id_lineage: string[];
}

/** Unset texts are `""`. */
@ApiExtraModels(Image)
export class OrganizerRecord extends IntersectionType(OrganizerKeys, LanguageRecord) {
  @ApiPropertyOptional(JSON_LD)
  json_ld?: Record<string, unknown>;
}

export function presentOrganizer(stored: OrganizerRow, context: RequestContext): OrganizerRecord {
  const row = inLanguage(stored, ORGANIZER_TRANSLATIONS, context);
  const envelope = presentEnvelope('organizers', row, context);
  const { global_id, global_id_lineage } = presentGlobalIds(row, context);
  const languages = presentLanguages(row, context);
  // Keys are listed by name: an object built with spread takes several times the memory.
  return {
    id: envelope.id,
    author: envelope.author,
    status: envelope.status,
    date: envelope.date,
    date_utc: envelope.date_utc,
    modified: envelope.modified,
    modified_utc: envelope.modified_utc,
    url: envelope.url,
    rest_url: envelope.rest_url,
    organizer: row.organizer,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, context.site.of(ImageSettings)),
    phone: row.phone,
    website: row.website,
    email: row.email,
    global_id,
    global_id_lineage,
    language: languages.language,
    languages: languages.languages,
    lang: languages.lang,
    translations: languages.translations,
    [TEXT_LANGUAGES]: languages[TEXT_LANGUAGES],
  };
}
