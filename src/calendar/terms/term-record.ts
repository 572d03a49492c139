import { ApiProperty } from '@nestjs/swagger';
import type { Links } from '../../platform/request-context';
import type { LongTexts, Sized, StoredInstant } from '../records';
import type { Taxonomy } from './taxonomy';

/** The columns of a term that may be long. */
export const TERM_TEXTS: LongTexts = { description: '' };

/** A term as the database answers it. */
export interface TermRow extends Sized {
  version: number;
  modified_utc: StoredInstant;
  name: string;
  slug: string;
  description: string;
  count: number;
  /** 0 at the top level; categories only. */
  parent?: number;
}

export class TermUrls {
  @ApiProperty({ format: 'uri' })
  self: string;

  @ApiProperty({ format: 'uri' })
  collection: string;

  @ApiProperty({ format: 'uri', required: false, description: 'document.fields.term.up' })
  up?: string;
}

/**
 * A category or tag, in the same shape wherever it stands
 * (docs/interface.md#keys-of-a-category-and-of-a-tag).
 */
export class TermRecord {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  slug: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ enum: ['event_category', 'event_tag'] })
  taxonomy: string;

  @ApiProperty({ type: 'integer', required: false, description: 'document.fields.term.parent' })
  parent?: number;

  @ApiProperty({ type: 'integer', description: 'document.fields.term.count' })
  count: number;

  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiProperty({ type: 'array', items: {}, description: 'document.fields.term.meta' })
  meta: [];

  @ApiProperty()
  urls: TermUrls;
}

export function presentTerm(row: TermRow, taxonomy: Taxonomy, links: Links): TermRecord {
  const { id, name, slug, description, count, parent } = row;
  const { resource } = taxonomy;
  return {
    id,
    name,
    slug,
    description,
    taxonomy: taxonomy.name,
    ...(parent !== undefined && { parent }),
    count,
    url: links.page(resource, row),
    meta: [],
    urls: {
      self: links.record(resource, id),
      collection: links.collection(resource),
      ...(parent !== undefined && parent > 0 && { up: links.record(resource, parent) }),
    },
  };
}
