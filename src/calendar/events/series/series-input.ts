import { allValidSync, fault, invalidParams } from '../../../platform/foundation/errors';
import { characterCount } from '../../../platform/foundation/texts';
import type { RequestContext } from '../../../platform/http/request-context';
import { templateValues, type TemplateValues } from '../writing/event-values';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import { scheduleOfSet, type SeriesState } from './series-state';
import type { Series } from './series.entity';
import { readSet, type SeriesSet } from './set';

/** Maximum characters of the texts of a series together, because each occurrence has them. */
export const SERIES_TEXTS_MAX = 20_000;

/**
 * Returns the values and the set of a series after a write.
 *
 * @param stored the series that is changed, unless it is new
 * @throws Problem 400 naming every wrong field, 403 for a value that the caller has no right to
 */
export function seriesInput(
  dto: UpdateSeriesDto,
  stored: { series: Series; state: SeriesState } | undefined,
  context: RequestContext,
): { template: TemplateValues; set: SeriesSet } {
  const { rules, site, now } = context;
  let set: SeriesSet | undefined;
  const [template] = allValidSync(
    () =>
      templateValues(dto, stored?.series, context, () => {
        set = readSet(dto, stored?.state.set, { rules, siteZone: site.timezone, now });
        return scheduleOfSet(set);
      }),
    () => assertShort(dto, stored?.series),
    () => {
      if (!stored) assertRecurring(dto);
    },
  );
  return { template, set: set! };
}

/** @throws Problem 400 for a new series without a rule and without further dates */
function assertRecurring({ rrule = '', rdates = [] }: UpdateSeriesDto): void {
  if (rrule === '' && rdates.length === 0)
    throw invalidParams(fault('rrule', 'required', 'is needed, or else rdates'));
}

function assertShort(dto: UpdateSeriesDto, stored: Series | undefined): void {
  const fields = ['description', 'excerpt', 'custom_fields'] as const;
  const sent = fields.find((field) => dto[field] !== undefined);
  if (sent === undefined) return;
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

const textOf = (value: string | object): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
