import { Module } from '@nestjs/common';
import { I18nModule } from 'nestjs-i18n';
import { Settings } from '../config';
import { AddressLanguage, LanguageMiddleware } from './language.middleware';
import { DEFAULT_LANGUAGE } from './languages';
import { TRANSLATION_FILES, TranslationLoader } from './translation-loader';

/** Provides the translations; texts without a translation are in English. */
@Module({
  imports: [
    I18nModule.forRootAsync({
      imports: [],
      useFactory: ({ i18nFolder, followsTexts }: Settings) => ({
        fallbackLanguage: DEFAULT_LANGUAGE,
        loaderOptions: { path: i18nFolder, filePattern: TRANSLATION_FILES, watch: followsTexts },
        disableMiddleware: true,
        skipAsyncHook: true,
        logging: false,
      }),
      inject: [Settings],
      loader: TranslationLoader,
      resolvers: [AddressLanguage],
    }),
  ],
  providers: [LanguageMiddleware],
})
export class LocalisationModule {}
