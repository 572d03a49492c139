import { EmailField, TextField, UrlField } from '../../../platform/validation';
import { LinkedRecordFields } from '../../posts';

export class CreateOrganizerDto extends LinkedRecordFields {
  @TextField('organizers.organizer', { required: true, max: 500, example: 'Chamber Choir' })
  organizer: string;

  @TextField('organizers.phone', { max: 100 })
  phone?: string;

  @UrlField('organizers.website')
  website?: string;

  @EmailField('organizers.email')
  email?: string | null;
}
