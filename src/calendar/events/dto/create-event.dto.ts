import type { DateInput, Zone } from '../../../platform/dates';
import {
  BooleanField,
  ChoiceField,
  DateTimeField,
  IntegerField,
  RichTextField,
  SecretField,
  TextField,
  TimeZoneField,
  UrlField,
} from '../../../platform/validation';
import { Translatable, Translated, translatedTexts } from '../../../platform/translations';
import { LinkedField } from '../../links';
import { CreateOrganizerDto } from '../../organizers/dto/create-organizer.dto';
import { RecordFields } from '../../posts';
import { CreateVenueDto } from '../../venues/dto/create-venue.dto';
import type { CostInput } from '../cost/cost';
import {
  LINK_READERS,
  type LinkReaders,
  SENT_STATUSES,
  type SentStatus,
  VIRTUAL_TYPES,
  type VirtualType,
} from '../event-choices';
import { type CustomFields, CustomFieldsField } from './custom-fields';
import {
  CostField,
  IgnoredField,
  InstantField,
  OverridesField,
  Refused,
  UidField,
  TermsField,
} from './event-fields';

const OF_SERIES = 'belongs to a series: send it to /series';

export class EventFields extends RecordFields {
  @Translatable()
  @TextField('events.title', { required: true, max: 500, example: 'Open-air concert' })
  title: string;

  @DateTimeField('events.start_date', {
    required: true,
    orElse: 'start',
    example: '2027-05-01 10:00:00',
  })
  start_date: DateInput;

  @DateTimeField('events.end_date', {
    required: true,
    orElse: 'end',
    example: '2027-05-01 12:00:00',
  })
  end_date: DateInput;

  @InstantField('events.start', '2027-05-01T10:00:00+02:00')
  start?: DateInput;

  @InstantField('events.end', '2027-05-01T12:00:00+02:00')
  end?: DateInput;

  @TextField('events.slug', { max: 200, example: 'open-air-concert' })
  slug?: string;

  @Translatable()
  @RichTextField('records.description')
  description?: string;

  @Translatable()
  @RichTextField('events.excerpt')
  excerpt?: string;

  @TimeZoneField('events.timezone', { example: 'Europe/Paris' })
  timezone?: Zone | null;

  @BooleanField('events.all_day')
  all_day?: boolean | null;

  @CostField('events.cost')
  cost?: CostInput;

  @UrlField('events.website')
  website?: string;

  @BooleanField('events.show_map')
  show_map?: boolean | null;

  @BooleanField('events.show_map_link')
  show_map_link?: boolean | null;

  @BooleanField('events.hide_from_listings')
  hide_from_listings?: boolean | null;

  @BooleanField('events.sticky')
  sticky?: boolean | null;

  @BooleanField('events.featured')
  featured?: boolean | null;

  @TermsField('events.categories')
  categories?: (number | string)[];

  @TermsField('events.tags')
  tags?: (number | string)[];

  @LinkedField('events.venue', { inline: CreateVenueDto })
  venue?: (number | CreateVenueDto)[];

  @LinkedField('events.organizer', { inline: CreateOrganizerDto })
  organizer?: (number | CreateOrganizerDto)[];

  @SecretField('events.password', { max: 200 })
  password?: string | null;

  @BooleanField('events.ticketed', { addition: true })
  ticketed?: boolean | null;

  @IntegerField('events.post_parent', { addition: true })
  post_parent?: number | null;

  @CustomFieldsField('events.custom_fields')
  custom_fields?: CustomFields | null;

  @ChoiceField('events.event_status', SENT_STATUSES, {
    addition: true,
    example: 'postponed',
  })
  event_status?: SentStatus | null;

  @Translatable()
  @TextField('events.event_status_reason', {
    max: 500,
    addition: true,
    example: 'The hall is closed',
  })
  event_status_reason?: string;

  @IgnoredField('events.previous_start_date', true)
  previous_start_date?: null;

  @BooleanField('events.is_virtual', { addition: true })
  is_virtual?: boolean | null;

  @ChoiceField('events.virtual_event_type', VIRTUAL_TYPES, { addition: true, example: 'hybrid' })
  virtual_event_type?: VirtualType | null;

  @UrlField('events.virtual_url', { addition: true, example: 'https://meet.example.org/concert' })
  virtual_url?: string;

  @ChoiceField('events.virtual_show_to', LINK_READERS, { addition: true, example: 'editors' })
  virtual_show_to?: LinkReaders | null;

  @UidField('events.uid')
  uid?: string | null;

  @IntegerField('events.series', { addition: true })
  series?: number | null;

  @IgnoredField('events.recurrence_id')
  recurrence_id?: undefined;

  @OverridesField('events.overrides')
  overrides?: string[];

  @Refused(OF_SERIES)
  rrule?: unknown;

  @Refused(OF_SERIES)
  rdates?: unknown;

  @Refused(OF_SERIES)
  exdates?: unknown;
}

export class CreateEventDto extends Translated(EventFields, 'EventTexts') {}

/** Also those of series. */
export const EVENT_TRANSLATIONS = translatedTexts(CreateEventDto, 'title');
