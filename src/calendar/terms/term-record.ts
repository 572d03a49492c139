import { ApiProperty, ApiSchema, IntersectionType } from '@nestjs/swagger';
import type { RequestContext } from '../../platform/http/context';
import {
  inLanguage,
  LanguageRecord,
  presentLanguages,
  type TranslatedTexts,
} from '../../platform/translations';
import type { Row } from '../../platform/database';
import type { Taxonomy, Term } from './term.entity';

/** With the number of published events. */
export type TermRow = Row<Term> & {
  count: number;
  /** 0 at the top level; categories only. */
  parent?: number;
};

@ApiSchema({ description: 'terms.record.urls' })
class TermUrls {
  @ApiProperty({ format: 'uri', description: 'terms.record.urls_self' })
  self: string;

  @ApiProperty({ format: 'uri', description: 'terms.record.urls_collection' })
  collection: string;

  @ApiProperty({
    format: 'uri',
    required: false,
    description: 'terms.record.urls_up',
    example: 'https://calendar.example/cal/events/v1/categories/1',
  })
  up?: string;
}

export const TERM_TRANSLATIONS: TranslatedTexts = { name: 'name', fields: ['name', 'description'] };

class TermKeys {
  @ApiProperty({ type: 'integer', description: 'records.record.id' })
  id: number;

  @ApiProperty({ description: 'terms.record.name' })
  name: string;

  @ApiProperty({ description: 'records.record.slug' })
  slug: string;

  @ApiProperty({ description: 'records.record.description' })
  description: string;

  @ApiProperty({ enum: ['event_category', 'event_tag'], description: 'terms.record.taxonomy' })
  taxonomy: string;

  @ApiProperty({ type: 'integer', required: false, description: 'terms.record.parent' })
  parent?: number;

  @ApiProperty({ type: 'integer', description: 'terms.record.count' })
  count: number;

  @ApiProperty({ format: 'uri', description: 'records.record.url' })
  url: string;

  @ApiProperty({ type: 'array', items: {}, description: 'terms.record.meta' })
  meta: [];

  @ApiProperty()
  urls: TermUrls;
}

/** With its languages, which come last. */
export class TermRecord extends IntersectionType(TermKeys, LanguageRecord) {}

export function presentTerm(
  stored: TermRow,
  taxonomy: Taxonomy,
  context: RequestContext,
): TermRecord {
  const { links } = context;
  const row = inLanguage(stored, TERM_TRANSLATIONS, context);
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
    ...presentLanguages(row, context),
  };
}
