import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '../../errors';

/** Stands for all larger ids, which numbers cannot hold; no record has it. */
export const ID_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Parses a path `{id}`: one or more decimal digits (docs/reference/interface.md#base-url); any other text is
 * a 404.
 */
export function readRecordId(id: string): number {
  if (!/^\d+$/.test(id)) throw new Problem('rest-no-route');
  return Math.min(Number(id), ID_MAX);
}

@Injectable()
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(id: string): number {
    return readRecordId(id);
  }
}
