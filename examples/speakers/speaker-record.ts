import { ApiProperty } from '@nestjs/swagger';
import type { Links } from '../../src/platform/http/context';
import type { Speaker } from './speaker.entity';

/** The record in responses. */
export class SpeakerRecord {
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

export function presentSpeaker(stored: Speaker, links: Links): SpeakerRecord {
  const { id, name, slug, description } = stored;
  return {
    id,
    name,
    slug,
    description,
    url: links.page('speakers', stored),
    rest_url: links.record('speakers', id),
  };
}
