import { Translatable, Translated } from '../../../platform/translations';
import { RichTextField, TextField } from '../../../platform/validation';

class TagFields {
  @Translatable()
  @TextField('tags.name', { required: true, max: 500, example: 'open air' })
  name: string;

  @Translatable()
  @RichTextField('tags.description', { max: 10_000 })
  description?: string;

  @TextField('tags.slug', { max: 200, example: 'open-air' })
  slug?: string;
}

export class CreateTagDto extends Translated(TagFields, 'TagTexts') {}
