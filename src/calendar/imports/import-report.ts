import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Problem } from '../../platform/errors';
import type { ImportItem } from './import-source';

const count = (name: string) => ApiProperty({ type: 'integer', minimum: 0, description: name });

class ImportRejection {
  @ApiProperty({ description: 'imports.record.at', example: 'line 12' })
  at: string;

  @ApiPropertyOptional({
    description: 'imports.record.uid',
    example: 'jazz-2027@tickets.example.org',
  })
  uid?: string;

  @ApiProperty({ description: 'imports.record.reason', example: 'DTSTART: is required' })
  reason: string;
}

export class ImportReport {
  @ApiProperty({ description: 'imports.record.source' })
  source: string;

  @ApiProperty({ description: 'imports.record.dry_run' })
  dry_run: boolean;

  @count('imports.record.created')
  created = 0;

  @count('imports.record.series')
  series = 0;

  @count('imports.record.updated')
  updated = 0;

  @count('imports.record.unchanged')
  unchanged = 0;

  @count('imports.record.edited_here')
  edited_here = 0;

  @count('imports.record.removed')
  removed = 0;

  @count('imports.record.expanded')
  expanded = 0;

  @ApiProperty({ type: [ImportRejection], description: 'imports.record.rejected' })
  rejected: ImportRejection[] = [];

  @ApiProperty({ type: [String], description: 'imports.record.notes' })
  notes: string[] = [];

  constructor(source: string, dryRun: boolean) {
    this.source = source;
    this.dry_run = dryRun;
  }

  reject({ at, uid, names }: Pick<ImportItem, 'at' | 'uid' | 'names'>, error: unknown): void {
    this.rejected.push({ at, uid, reason: reasonOf(error, names) });
  }
}

/**
 * Names the fields as the source does.
 *
 * @throws unexpected errors
 */
function reasonOf(error: unknown, names: ImportItem['names'] = {}): string {
  if (!(error instanceof Problem)) throw error;
  const params = Object.entries(error.body.data.params ?? {});
  if (params.length === 0) return error.message;
  const inSource = (field: string): string => names[field] ?? field;
  return params
    .map(([path, wrong]) => {
      const [field] = path.split(/[.[]/, 1);
      const known = wrong.replace(/\b(?:start|end)_date\b/g, inSource);
      return `${inSource(field)}: ${known}`;
    })
    .join('; ');
}
