import { ApiProperty } from '@nestjs/swagger';
import type { Links } from '../../src/platform/request-context';
import type { Speaker } from './speaker.entity';

/** What is answered. */
export class SpeakerRecord {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  slug: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiProperty({ format: 'uri' })
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
