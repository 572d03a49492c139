export { Language } from './address-language';
export { languageSegment } from './language.middleware';
export { DEFAULT_LANGUAGE, I18N_FOLDER, languages } from './languages';
export { LocalisationModule } from './localisation.module';
