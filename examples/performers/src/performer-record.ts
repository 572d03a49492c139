import { ApiProperty } from '@nestjs/swagger';
import {
  inLanguage,
  LanguageRecord,
  presentLanguages,
  type RequestContext,
  type TranslatedRow,
} from 'event-calendar-service/platform';
import { PERFORMER_TRANSLATIONS } from './performer-dto';
import type { Performer } from './performer.entity';

/** The record in responses. */
export class PerformerRecord extends LanguageRecord {
  @ApiProperty({ type: 'integer', description: 'records.record.id', example: 7 })
  id: number;

  @ApiProperty({ description: 'performers.record.name', example: 'Trio Lumière' })
  name: string;

  @ApiProperty({ description: 'records.record.slug', example: 'trio-lumiere' })
  slug: string;

  @ApiProperty({ description: 'performers.record.instrument', example: 'Accordion' })
  instrument: string;

  @ApiProperty({
    format: 'uri',
    description: 'records.record.url',
    example: 'https://www.example.org/performer/trio-lumiere',
  })
  url: string;

  @ApiProperty({
    format: 'uri',
    description: 'records.record.rest_url',
    example: 'https://calendar.example.org/cal/events/v1/performers/7',
  })
  rest_url: string;
}

/** @param stored an entity, or a raw row */
export function presentPerformer(
  stored: Pick<Performer, 'id' | 'name' | 'slug' | 'instrument'> & TranslatedRow,
  context: RequestContext,
): PerformerRecord {
  const shown = inLanguage(stored, PERFORMER_TRANSLATIONS, context);
  const { id, name, slug, instrument } = shown;
  const { links } = context;
  return {
    id,
    name,
    slug,
    instrument,
    url: links.page('performers', { id, slug }),
    rest_url: links.record('performers', id),
    ...presentLanguages(shown, context),
  };
}
