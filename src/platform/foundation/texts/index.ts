export { characterCount, compareTexts, isWellFormedText } from './characters';
export { plainText } from './plain-text';
export { sanitizeHtml } from './rich-text';
export { readableText } from './readable-text';
export { SEARCH_MAX, searchable, searchWords } from './searchable';
export { fold, nameKey, normalForm } from './fold';
export { mailtoOf, parseUrl, rootFrom, uriOf } from './addresses';
export { orSuggest, singular, suggestion } from './words';
