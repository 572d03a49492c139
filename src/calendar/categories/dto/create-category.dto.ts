import { Translatable, Translated } from '../../../platform/translations';
import { IntegerField, RichTextField, TextField } from '../../../platform/validation';

class CategoryFields {
  @Translatable()
  @TextField('categories.name', { required: true, max: 500, example: 'Concerts' })
  name: string;

  @Translatable()
  @RichTextField('categories.description', { max: 10_000 })
  description?: string;

  @TextField('categories.slug', { max: 200, example: 'concerts' })
  slug?: string;

  @IntegerField('categories.parent')
  parent?: number | null;
}

export class CreateCategoryDto extends Translated(CategoryFields, 'CategoryTexts') {}
