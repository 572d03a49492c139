import { Module } from '@nestjs/common';
import { I18nModule } from 'nestjs-i18n';
import { AddressLanguageResolver, LanguageMiddleware } from './language.middleware';
import { DEFAULT_LANGUAGE } from './languages';
import { TranslationLoader } from './translation-loader';

/** Provides the translations; texts without a translation are in English. */
@Module({
  imports: [
    I18nModule.forRootAsync({
      imports: [],
      useFactory: () => ({
        fallbackLanguage: DEFAULT_LANGUAGE,
        // The loader reads the settings.
        loaderOptions: {},
        disableMiddleware: true,
        skipAsyncHook: true,
        logging: false,
      }),
      loader: TranslationLoader,
      resolvers: [AddressLanguageResolver],
    }),
  ],
  providers: [LanguageMiddleware],
})
export class LocalisationModule {}
