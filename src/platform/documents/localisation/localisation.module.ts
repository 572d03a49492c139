import { Module } from '@nestjs/common';
import { I18nModule } from 'nestjs-i18n';
import { AddressLanguage, LanguageMiddleware } from './language.middleware';
import { DEFAULT_LANGUAGE } from './languages';
import { TranslationLoader, Translations } from './translations';

/** Provides the translations; texts without a translation are in English. */
@Module({
  imports: [
    I18nModule.forRoot({
      fallbackLanguage: DEFAULT_LANGUAGE,
      loader: TranslationLoader,
      loaderOptions: {},
      resolvers: [AddressLanguage],
      disableMiddleware: true,
      skipAsyncHook: true,
      logging: false,
    }),
  ],
  providers: [LanguageMiddleware, Translations],
  exports: [Translations],
})
export class LocalisationModule {}
