import { PartialType } from '@nestjs/swagger';
import {
  TextField,
  TextParameter,
  Translatable,
  Translated,
  TranslatedListQuery,
  translatedTexts,
} from 'event-calendar-service/platform';

class PerformerFields {
  @Translatable()
  @TextField('performers.name', { required: true, max: 500 })
  name: string;

  @TextField('performers.slug', { max: 200 })
  slug?: string;

  @Translatable()
  @TextField('performers.instrument', { max: 100 })
  instrument?: string;
}

/** The body of a creation, with texts in other languages. */
export class CreatePerformerDto extends Translated(PerformerFields, 'PerformerTexts') {}

export const PERFORMER_TRANSLATIONS = translatedTexts(CreatePerformerDto, 'name');

/** The body of an update; omitted fields are not changed. */
export class UpdatePerformerDto extends PartialType(CreatePerformerDto, {
  skipNullProperties: false,
}) {}

/** The parameters of the list, besides those of every list. */
export class PerformerListQuery extends TranslatedListQuery {
  @TextParameter('performers.list.search')
  search?: string;
}
