import { RichTextField, TextField } from '../../../platform/validation';

export class CreateTagDto {
  @TextField('tags.name', { required: true, max: 500, example: 'open air' })
  name: string;

  @RichTextField('tags.description', { max: 10_000 })
  description?: string;

  @TextField('tags.slug', { max: 200, example: 'open-air' })
  slug?: string;
}
