/* Texts in several languages: each language has its own controls, and those of one are shown. */

import { element, form, language, main } from './page.js';

export const TEXTS = ['title', 'description', 'event_status_reason'];
const { lang: select, 'lang[new]': typed } = form.elements;
const names = new Intl.DisplayNames(language, { type: 'language' });
const knownNames = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
const suggestions = [...typed.list.options];
const suggestionOf = (tag) => suggestions.find(({ dataset }) => dataset.tag === tag);
export const nameOf = (tag) => suggestionOf(tag)?.value ?? names.of(tag);

/** Returns the languages of the record, the main one first. */
export const tags = () => [...select.options].map(({ value }) => value);

export const mainLanguage = () => tags()[0];

/** Returns the control for a text in a language. */
export const textControl = (tag, field) =>
  form.elements[tag === mainLanguage() ? field : `translations[${tag}][${field}]`];
const labelOf = (tag, field) => textControl(tag, field).closest('label');

/** Shows the texts of one language. */
export function showLanguage(tag = mainLanguage()) {
  select.value = tag;
  adaptTexts();
}

export function adaptTexts() {
  const isAsPlanned = form.elements.event_status.value === 'scheduled';
  for (const tag of tags())
    for (const field of TEXTS)
      labelOf(tag, field).hidden =
        tag !== select.value || (isAsPlanned && field === 'event_status_reason');
}

/** Shows the language of the control with a name. */
export function reveal(name) {
  const [tag, field] = /^translations\[(.*)\]\[(.*)\]$/.exec(name)?.slice(1) ?? [
    mainLanguage(),
    name,
  ];
  if (TEXTS.includes(field) && tags().includes(tag)) showLanguage(tag);
}

/** Adds controls for the texts of a language. */
export function addLanguage(tag) {
  if (tags().includes(tag)) return;
  for (const field of TEXTS) {
    const label = labelOf(mainLanguage(), field);
    const copy = label.cloneNode(true);
    const input = copy.querySelector('input, textarea');
    const name = `translations[${tag}][${field}]`;
    copy.firstChild.textContent += `(${nameOf(tag)}) `;
    Object.assign(input, { name, value: '', lang: tag, ariaRequired: null, ariaInvalid: null });
    input.removeAttribute('aria-describedby');
    for (const note of copy.querySelectorAll('.markup')) note.hidden = true;
    // Errors stand behind their label.
    label.before(copy);
  }
  select.append(element('option', { value: tag }, nameOf(tag)));
}

/** Provides the controls for the languages of a record. */
export function setLanguages({ language: own = main.dataset.language, translations = {} }) {
  const shown = select.value;
  for (const tag of tags().slice(1)) for (const field of TEXTS) labelOf(tag, field).remove();
  select.replaceChildren(element('option', { value: own }, nameOf(own)));
  for (const field of TEXTS) textControl(own, field).lang = own;
  for (const tag of Object.keys(translations)) addLanguage(tag);
  showLanguage(tags().includes(shown) ? shown : own);
}

/** Returns the tag of the language that was typed, by its name or as a tag; undefined for an unknown one. */
function typedLanguage() {
  const text = typed.value.trim();
  const { compare } = new Intl.Collator(language, { usage: 'search', sensitivity: 'base' });
  const named = suggestions.find(({ value }) => compare(value, text) === 0);
  if (named) return named.dataset.tag;
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return (suggestionOf(tag) || knownNames.of(tag)) && tag;
  } catch {
    return undefined;
  }
}

/** Adds the language that was typed, and shows its texts; returns whether it is known. */
export function addTyped() {
  const tag = typedLanguage();
  if (!tag) return false;
  typed.value = '';
  typed.closest('details').open = false;
  addLanguage(tag);
  showLanguage(tag);
  textControl(tag, TEXTS[0]).focus();
  return true;
}

/** Returns the texts that differ from others, as the interface takes them. */
export function textChanges(translations, others) {
  const all = new Set([...Object.keys(translations), ...Object.keys(others)]);
  const changes = [...all].map((tag) => {
    const [texts, former] = [translations[tag] ?? {}, others[tag] ?? {}];
    const changed = TEXTS.filter((field) => texts[field] !== former[field]);
    return [tag, Object.fromEntries(changed.map((field) => [field, texts[field] ?? null]))];
  });
  return Object.fromEntries(changes.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** Returns the controls of the texts that differ from others. */
export const editedTexts = (translations, others) =>
  Object.entries(textChanges(translations, others)).flatMap(([tag, texts]) =>
    Object.keys(texts).map((field) => textControl(tag, field)),
  );
