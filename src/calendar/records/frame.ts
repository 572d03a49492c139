import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../platform/addresses';
import { toWallClock, utcText } from '../../platform/dates';
import type { RecordRow, StoredInstant } from './rows';

const WALL_CLOCK = {
  example: '2027-05-01 10:00:00',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
};

/** What the answers of events, venues and organizers begin with (contract §4). */
export class RecordFrame {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ pattern: '^\\d+$', example: '7', description: '0: nobody known.' })
  author: string;

  @ApiProperty()
  status: string;

  @ApiProperty({ ...WALL_CLOCK, description: 'Publication date in the zone of the site.' })
  date: string;

  @ApiProperty(WALL_CLOCK)
  date_utc: string;

  @ApiProperty(WALL_CLOCK)
  modified: string;

  @ApiProperty(WALL_CLOCK)
  modified_utc: string;

  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiProperty({ format: 'uri' })
  rest_url: string;
}

export function presentFrame(
  resource: string,
  row: RecordRow,
  { links, site }: RequestContext,
): RecordFrame {
  const date_utc = utcText(row.date_utc);
  const modified_utc = utcText(row.modified_utc);
  return {
    id: row.id,
    // Typed programs in the field reject a page whose author is a number.
    author: String(row.author),
    status: row.status,
    date: inZone(row.date_utc, date_utc, site.timeZone),
    date_utc,
    modified: inZone(row.modified_utc, modified_utc, site.timeZone),
    modified_utc,
    url: links.page(resource, row),
    rest_url: links.record(resource, row.id),
  };
}

export interface GlobalIds {
  global_id: string;
  global_id_lineage: string[];
}

export function presentGlobalIds(id: number, { links }: RequestContext): GlobalIds {
  const global_id = links.globalId(id);
  return { global_id, global_id_lineage: [global_id] };
}

function inZone(stored: StoredInstant, utc: string, zone: string): string {
  if (zone === 'UTC') return utc;
  return toWallClock(
    typeof stored === 'string' ? new Date(`${utc.replace(' ', 'T')}Z`) : stored,
    zone,
  );
}
