import {
  allValidSync,
  assertNoFaults,
  fault,
  faultsWithin,
  invalidParams,
} from '../../../platform/errors';
import { characterCount } from '../../../platform/texts';
import type { RequestContext } from '../../../platform/http/context';
import { allTexts } from '../../../platform/translations';
import type { EventLinks } from '../../links';
import { lengthFaults } from '../../posts';
import type { EventTemplate } from '../event-template.entity';
import { templateValues, type TemplateValues } from '../writing/event-values';
import { SERIES_TEXTS_MAX } from './dto/create-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import { scheduleOfSet } from './series-state';
import { readSet, type SeriesSet } from './set';

/**
 * The defaults for fields that a write of a series does not send: the series itself, the one that it is split
 * from, or the event that it is created from.
 */
export interface SeriesBasis {
  values: EventTemplate;
  links: EventLinks;
  set: SeriesSet;
}

/**
 * Returns the values and the set of a series after a write.
 *
 * @throws Problem 400 naming every invalid field, 403 for a value that the caller has no right to
 */
export function seriesInput(
  dto: UpdateSeriesDto,
  basis: SeriesBasis | undefined,
  context: RequestContext,
): { template: TemplateValues; set: SeriesSet } {
  const { rules, site, now } = context;
  // New series of contributors wait for review.
  const fields = basis ? dto : { ...dto, status: dto.status ?? 'publish' };
  let set: SeriesSet | undefined;
  const [template] = allValidSync(
    () =>
      templateValues(fields, basis?.values, context, () => {
        set = readSet(dto, basis?.set, { rules, siteZone: site.timezone, now });
        return scheduleOfSet(set);
      }),
    () => assertShort(dto, basis?.values),
  );
  assertFewTexts(template);
  return { template, set: set! };
}

/** @throws Problem 400 for a new series without a rule and without further dates */
export function assertRecurring({ rrule = '', rdates = [] }: UpdateSeriesDto): void {
  if (rrule === '' && rdates.length === 0)
    throw invalidParams(fault('rrule', 'required', 'is needed, or else rdates', ['rdates']));
}

function assertShort(dto: UpdateSeriesDto, stored: EventTemplate | undefined): void {
  const fields = ['description', 'excerpt', 'custom_fields'] as const;
  // None is sent where a series takes those of an event.
  const sent = fields.find((field) => dto[field] !== undefined) ?? 'description';
  const texts = fields.map((field) => dto[field] ?? stored?.[field] ?? '').map(textOf);
  if (characterCount(texts.join('')) > SERIES_TEXTS_MAX)
    throw invalidParams(
      fault(
        sent,
        'length',
        'description, excerpt and custom_fields of a series must not be longer than ' +
          `${SERIES_TEXTS_MAX} characters together`,
        fields,
      ),
    );
}

/** Each occurrence has the translations, too. */
const TRANSLATIONS_MAX = 5 * SERIES_TEXTS_MAX;

function assertFewTexts({ translations }: TemplateValues): void {
  assertNoFaults(
    Object.entries(translations ?? {}).flatMap(([tag, texts]) =>
      faultsWithin(['translations', tag], lengthFaults(texts, SERIES_TEXTS_MAX)),
    ),
  );
  if (characterCount(allTexts(translations).join('')) > TRANSLATIONS_MAX)
    throw invalidParams(
      fault(
        'translations',
        'length',
        `of a series must not be longer than ${TRANSLATIONS_MAX} characters together`,
      ),
    );
}

const textOf = (value: string | object): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
