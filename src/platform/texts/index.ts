export { approximateCharacterCount, characterCount } from './characters';
export { compareTexts } from './compare-texts';
export { plainText } from './plain-text';
export { sanitizeHtml } from './rich-text';
export { readableText } from './readable-text';
export { SEARCH_MAX, searchable, searchWords } from './searchable';
export { isWellFormedText } from './well-formed';
export { nameKey } from './name-key';
export { normalForm } from './normal-form';
