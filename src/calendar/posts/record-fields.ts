import type { DateInput } from '../../platform/dates';
import {
  BooleanParameter,
  ChoiceField,
  DateTimeField,
  IntegerField,
  RichTextField,
  TextField,
} from '../../platform/validation';
import { Translatable } from '../../platform/translations';
import { ImageField, type StoredImage } from '../images';
import { WRITABLE_STATUSES } from '../publication';

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
 * For description and excerpt together. Less than for events, because a page of events contains the texts of
 * their venues and organizers.
 */
export const LINKED_TEXTS_MAX = 20_000;

export class LinkedRecordFields extends RecordFields {
  @Translatable()
  @RichTextField('records.description', { max: LINKED_TEXTS_MAX })
  description?: string;

  @Translatable()
  @RichTextField('records.excerpt', { addition: true, max: LINKED_TEXTS_MAX })
  excerpt?: string;

  @TextField('records.slug', { max: 200, addition: true })
  slug?: string;
}

export class RemoveQuery {
  @BooleanParameter('records.force', { addition: true, default: false })
  force?: boolean;
}
