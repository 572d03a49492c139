import { makeValidator } from 'envalid';
import { described, SettingsOf } from '../../platform/config';
import { languageTag } from '../../platform/i18n';

const language = makeValidator<string>((input) => {
  const tag = languageTag(input);
  if (tag !== undefined) return tag;
  throw new Error('must be a language tag such as de or pt-BR');
});

export class SiteSettings extends SettingsOf(
  {
    CONTENT_LANGUAGE: described(
      'Language of the texts of records, and of [pages](pages.md) without a language segment',
      language({ default: 'en' }),
    ),
  },
  { areShown: true },
) {}
