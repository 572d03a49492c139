import { IntegerField, RichTextField, TextField } from '../../../platform/validation';

export class CreateCategoryDto {
  @TextField('categories.name', { required: true, max: 500, example: 'Concerts' })
  name: string;

  @RichTextField('categories.description', { max: 10_000 })
  description?: string;

  @TextField('categories.slug', { max: 200, example: 'concerts' })
  slug?: string;

  @IntegerField('categories.parent')
  parent?: number | null;
}
