import { ApiProperty } from '@nestjs/swagger';
import type { Links } from 'event-calendar-service/platform';
import type { Performer } from './performer.entity';

/** The record in responses. */
export class PerformerRecord {
  @ApiProperty({ type: 'integer', description: 'records.record.id', example: 7 })
  id: number;

  @ApiProperty({ description: 'performers.record.name', example: 'Trio Lumière' })
  name: string;

  @ApiProperty({ description: 'records.record.slug', example: 'trio-lumiere' })
  slug: string;

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

export function presentPerformer(
  { id, name, slug }: Pick<Performer, 'id' | 'name' | 'slug'>,
  links: Links,
): PerformerRecord {
  const [url, rest_url] = [links.page('performers', { id, slug }), links.record('performers', id)];
  return { id, name, slug, url, rest_url };
}
