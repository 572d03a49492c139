import { bool, makeValidator } from 'envalid';
import { described, SettingsOf } from '../config';
import { contentLanguage, WRONG_LANGUAGE } from './language';

const language = makeValidator<string>((input) => {
  const tag = contentLanguage(input);
  if (tag !== undefined) return tag;
  throw new Error(WRONG_LANGUAGE);
});

export class TranslationSettings extends SettingsOf(
  {
    CONTENT_LANGUAGE: described(
      'Language of records that name none, and of [pages](pages.md) without a language segment',
      language({ default: 'en' }),
    ),
    CONTENT_BY_SEGMENT: described(
      'Whether the language segment of an address is the default of [`lang`](translations.md#reading)',
      bool({ default: false }),
    ),
  },
  { areShown: true },
) {}
