import type { DateInput } from '../../platform/dates';
import {
  BooleanParameter,
  ChoiceField,
  DateTimeField,
  IntegerField,
  RichTextField,
  TextField,
} from '../../platform/validation';
import { ImageField, type StoredImage } from '../images';
import { WRITABLE_STATUSES } from '../publication';

/**
 * The common fields of the bodies of events, venues and organizers.
 */
export class RecordFields {
  @IntegerField('records.author', { orDigits: true })
  author?: number | null;

  @DateTimeField('records.date')
  date?: DateInput | null;

  @DateTimeField('records.date_utc')
  date_utc?: DateInput | null;

  @ChoiceField('records.status', WRITABLE_STATUSES, { clearable: false, type: 'WritableStatus' })
  status?: string;

  @ImageField('records.image')
  image?: StoredImage | null;
}

/**
 * Maximum characters of description and excerpt together. A page of events has the texts of their venues and organizers
 * with each event, so they are shorter than those of events.
 */
export const LINKED_TEXTS_MAX = 20_000;

/** The common fields of venues and organizers, with additional ones. */
export class LinkedRecordFields extends RecordFields {
  @RichTextField('records.description', { max: LINKED_TEXTS_MAX })
  description?: string;

  @RichTextField('records.excerpt', { addition: true, max: LINKED_TEXTS_MAX })
  excerpt?: string;

  @TextField('records.slug', { max: 200, addition: true })
  slug?: string;
}

/** The query of a deletion: to the trash, or permanent. */
export class RemoveQuery {
  @BooleanParameter('records.force', { addition: true, default: false })
  force?: boolean;
}
