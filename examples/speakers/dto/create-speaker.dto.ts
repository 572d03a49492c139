import { Translatable, Translated, translatedTexts } from '../../../src/platform/translations';
import { RichTextField, TextField } from '../../../src/platform/validation';

class SpeakerFields {
  @Translatable()
  @TextField('speakers.name', { required: true, max: 500 })
  name: string;

  @Translatable()
  @RichTextField('speakers.description')
  description?: string;

  @TextField('speakers.slug', { max: 200 })
  slug?: string;
}

/** With the texts in other languages. */
export class CreateSpeakerDto extends Translated(SpeakerFields, 'SpeakerTexts') {}

export const SPEAKER_TRANSLATIONS = translatedTexts(CreateSpeakerDto, 'name');
