import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../src/platform/http/context';
import {
  inLanguage,
  LanguageRecord,
  presentLanguages,
  type TranslatedRow,
} from '../../src/platform/translations';
import { SPEAKER_TRANSLATIONS } from './dto/create-speaker.dto';
import type { Speaker } from './speaker.entity';

/** The record in responses. */
export class SpeakerRecord extends LanguageRecord {
  @ApiProperty({ type: 'integer', description: 'records.record.id' })
  id: number;

  @ApiProperty({ description: 'speakers.record.name' })
  name: string;

  @ApiProperty({ description: 'records.record.slug' })
  slug: string;

  @ApiProperty({ description: 'records.record.description' })
  description: string;

  @ApiProperty({ format: 'uri', description: 'records.record.url' })
  url: string;

  @ApiProperty({ format: 'uri', description: 'records.record.rest_url' })
  rest_url: string;
}

/** An entity, or a raw row of a speaker that is linked to an event. */
type StoredSpeaker = Omit<Speaker, keyof TranslatedRow> & TranslatedRow;

export function presentSpeaker(stored: StoredSpeaker, context: RequestContext): SpeakerRecord {
  const shown = inLanguage(stored, SPEAKER_TRANSLATIONS, context);
  const { id, name, slug, description } = shown;
  const { links } = context;
  return {
    id,
    name,
    slug,
    description,
    url: links.page('speakers', stored),
    rest_url: links.record('speakers', id),
    ...presentLanguages(shown, context),
  };
}
