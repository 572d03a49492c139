import { ApiProperty } from '@nestjs/swagger';
import { toWallClock, utcText, type Zone } from '../../platform/dates';
import type { RequestContext } from '../../platform/http/context';
import { named } from '../../platform/validation';
import type { StoredInstant } from '../../platform/database';
import { STATUSES } from '../publication';
import type { RecordRow } from './calendar-record.entity';

export const WALL_CLOCK = { pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' };

/** The common keys of records (docs/reference/interface.md#records). */
export class RecordEnvelope {
  @ApiProperty({ type: 'integer', description: 'records.record.id' })
  id: number;

  @ApiProperty({ pattern: '^\\d+$', example: '7', description: 'records.record.author' })
  author: string;

  @ApiProperty({
    description: 'records.record.status',
    allOf: [named('PostStatus', { type: 'string', enum: [...STATUSES] })],
  })
  status: string;

  @ApiProperty({ ...WALL_CLOCK, description: 'records.record.date' })
  date: string;

  @ApiProperty({ ...WALL_CLOCK, description: 'records.record.date_utc' })
  date_utc: string;

  @ApiProperty({ ...WALL_CLOCK, description: 'records.record.modified' })
  modified: string;

  @ApiProperty({ ...WALL_CLOCK, description: 'records.record.modified_utc' })
  modified_utc: string;

  @ApiProperty({ format: 'uri', description: 'records.record.url' })
  url: string;

  @ApiProperty({ format: 'uri', description: 'records.record.rest_url' })
  rest_url: string;
}

/**
 * @param row may lack columns of keys that are not needed
 * @param needs returns whether a key is needed; other keys have arbitrary values
 */
export function presentEnvelope(
  resource: string,
  row: RecordRow,
  { links, site, rules }: RequestContext,
  needs: (key: 'date' | 'modified') => boolean = () => true,
): RecordEnvelope {
  const date_utc = row.date_utc ? utcText(row.date_utc) : '';
  const modified_utc = row.modified_utc ? utcText(row.modified_utc) : '';
  const zone = rules.zone(site.timezone);
  return {
    id: row.id,
    // Existing clients with static types reject a page whose author is a number.
    author: String(row.author),
    status: row.status,
    date: needs('date') ? inZone(row.date_utc, date_utc, zone) : '',
    date_utc,
    modified: needs('modified') ? inZone(row.modified_utc, modified_utc, zone) : '',
    modified_utc,
    url: links.page(resource, row),
    rest_url: links.record(resource, row.id),
  };
}

export interface GlobalIds {
  global_id: string;
  global_id_lineage: string[];
}

/** A series has no lineage. */
export function presentGlobalIds(
  { id, global_id_lineage: lineage }: { id: number; global_id_lineage?: string | null },
  { links }: RequestContext,
): GlobalIds {
  const global_id = links.globalId(id);
  const earlier = lineage ? (JSON.parse(lineage) as string[]) : [];
  return { global_id, global_id_lineage: [...new Set([global_id, ...earlier])] };
}

function inZone(stored: StoredInstant, utc: string, zone: Zone): string {
  if (zone.name === 'UTC') return utc;
  return toWallClock(
    typeof stored === 'string' ? new Date(`${utc.replace(' ', 'T')}Z`) : stored,
    zone,
  );
}
