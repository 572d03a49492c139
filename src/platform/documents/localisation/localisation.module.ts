import { Module } from '@nestjs/common';
import { I18nModule, I18nService } from 'nestjs-i18n';
import { Settings } from '../../foundation/config';
import { Declarations } from '../../foundation/modules';
import { AddressLanguage } from './address-language';
import { LanguageMiddleware } from './language.middleware';
import { DEFAULT_LANGUAGE } from './languages';
import { TranslationLoader } from './translation-loader';
import { Translations } from './translations';

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
  providers: [
    LanguageMiddleware,
    {
      provide: Translations,
      useFactory: (i18n: I18nService, settings: Settings, { i18n: own }: Declarations) =>
        new Translations(i18n, [settings.i18nFolder, ...own], settings.followsTexts),
      inject: [I18nService, Settings, Declarations],
    },
  ],
  exports: [Translations],
})
export class LocalisationModule {}
