export { characterCount, compareTexts, isWellFormedText } from './characters';
export { plainText, readableText } from './plain-text';
export { contentLanguage, LANGUAGE_SCHEMA, withParents, WRONG_LANGUAGE } from './content-language';
export { sanitizeHtml } from './rich-text';
export { nameKey, normalForm, SEARCH_MAX, searchable, searchWords } from './characters';
export { mailtoOf, parseUrl, rootFrom, uriOf } from './addresses';
export { orSuggest, singular, suggestion } from './words';
export { jsonErrorIn } from './json-error';
