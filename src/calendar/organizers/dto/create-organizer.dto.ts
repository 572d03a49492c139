import { Translatable, Translated, translatedTexts } from '../../../platform/translations';
import { EmailField, TextField, UrlField } from '../../../platform/validation';
import { LinkedRecordFields } from '../../posts';

class OrganizerFields extends LinkedRecordFields {
  @Translatable()
  @TextField('organizers.organizer', { required: true, max: 500, example: 'Chamber Choir' })
  organizer: string;

  @TextField('organizers.phone', { max: 100 })
  phone?: string;

  @UrlField('organizers.website')
  website?: string;

  @EmailField('organizers.email')
  email?: string | null;
}

export class CreateOrganizerDto extends Translated(OrganizerFields, 'OrganizerTexts') {}

export const ORGANIZER_TRANSLATIONS = translatedTexts(CreateOrganizerDto, 'organizer');
