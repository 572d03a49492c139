import { IntersectionType, OmitType } from '@nestjs/swagger';
import type { DateInput } from '../../../../platform/dates';
import {
  DateTimeField,
  IntegerField,
  RichTextField,
  TextField,
} from '../../../../platform/validation';
import { Translatable, Translated } from '../../../../platform/translations';
import { EventFields } from '../../dto/create-event.dto';
import { type CustomFields, CustomFieldsField } from '../../dto/custom-fields';
import { EXDATES_MAX, RDATES_MAX } from '../set';
import { DatesField, RruleField } from './recurrence-fields';

/** Limits description and excerpt together, because each occurrence has them. */
export const SERIES_TEXTS_MAX = 20_000;

class SeriesFields {
  @Translatable()
  @TextField('events.title', {
    required: true,
    unless: 'event',
    max: 500,
    example: 'Jazz night',
  })
  title: string;

  @DateTimeField('series.start_date', {
    required: true,
    unless: 'event',
    orElse: 'start',
    example: '2027-05-04 20:00:00',
  })
  start_date: DateInput;

  @DateTimeField('series.end_date', {
    required: true,
    unless: 'event',
    orElse: 'end',
    example: '2027-05-04 23:00:00',
  })
  end_date: DateInput;

  @RruleField('series.rrule')
  rrule?: string;

  @DatesField('series.rdates', RDATES_MAX)
  rdates?: DateInput[];

  @DatesField('series.exdates', EXDATES_MAX)
  exdates?: DateInput[];

  @Translatable()
  @RichTextField('series.description', { max: SERIES_TEXTS_MAX })
  description?: string;

  @Translatable()
  @RichTextField('series.excerpt', { addition: true, max: SERIES_TEXTS_MAX })
  excerpt?: string;

  @CustomFieldsField('series.custom_fields')
  custom_fields?: CustomFields | null;

  @IntegerField('series.event', { addition: true, example: 7 })
  event?: number | null;
}

/** Its own fields, and those of an event, which all occurrences get. */
export class CreateSeriesDto extends Translated(
  IntersectionType(
    SeriesFields,
    OmitType(EventFields, [
      'title',
      'start_date',
      'end_date',
      'description',
      'excerpt',
      'custom_fields',
      'series',
      'recurrence_id',
      'overrides',
      'rrule',
      'rdates',
      'exdates',
    ]),
  ),
  'SeriesTexts',
) {}
