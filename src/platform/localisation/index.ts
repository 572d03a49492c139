export { languageSegment } from './language.middleware';
export { DEFAULT_LANGUAGE, I18N_FOLDER, languages } from './languages';
