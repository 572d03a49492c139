import { Module } from '@nestjs/common';
import { I18nModule } from 'nestjs-i18n';
import { AddressLanguage } from './address-language';
import { DEFAULT_LANGUAGE, I18N_FOLDER } from './languages';

/** The translations, by `I18nService`: a text that is missing in a language is the English one. */
@Module({
  imports: [
    I18nModule.forRoot({
      fallbackLanguage: DEFAULT_LANGUAGE,
      loaderOptions: { path: I18N_FOLDER },
      resolvers: [AddressLanguage],
      disableMiddleware: true,
      skipAsyncHook: true,
      logging: false,
    }),
  ],
})
export class LocalisationModule {}
