import { RichTextField, TextField } from '../../../src/platform/validation';

export class CreateSpeakerDto {
  @TextField('speakers.name', { required: true, max: 500 })
  name: string;

  @RichTextField('speakers.description')
  description?: string;

  @TextField('speakers.slug', { max: 200 })
  slug?: string;
}
