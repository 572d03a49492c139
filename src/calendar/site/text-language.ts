import { type Html, html } from '../../platform/pages';
import { withParents } from '../../platform/texts';
import { languageOfText, type WithTextLanguages } from '../../platform/translations';
import type { Visit } from './visit';

/** A record in a language, or in its main one. */
type Translatable = WithTextLanguages & { language: string };

/** Returns whether two languages differ in more than their region. */
function differs(one: string, other: string): boolean {
  if (one === other) return false;
  const [first, second] = [one, other].map((tag) => new Intl.Locale(tag).maximize());
  return first.language !== second.language || first.script !== second.script;
}

/** Returns the language of a text if it is another one than that of the page. */
function otherLanguage({ layout }: Visit, record: Translatable, field: string): string | undefined {
  const language = languageOfText(record, field);
  return differs(language, layout.language) ? language : undefined;
}

/** Renders the attributes of an element whose content is a text of a record. */
export function languageOf(visit: Visit, record: Translatable, field: string): Html | false {
  const language = otherLanguage(visit, record, field);
  return language !== undefined && html`lang="${language}" dir="auto"`;
}

/** Renders a text of a record, in an element of its own if it is in another language than the page. */
export function textOf<Field extends string>(
  visit: Visit,
  record: Translatable & Readonly<Record<Field, string>>,
  field: Field,
): Html {
  const attributes = languageOf(visit, record, field);
  return attributes ? html`<span ${attributes}>${record[field]}</span>` : html`${record[field]}`;
}

/** Renders the name of the language of a text if it is another one than that of the page. */
export function languageNote(visit: Visit, record: Translatable, field: string): Html | false {
  const tag = otherLanguage(visit, record, field);
  if (tag === undefined) return false;
  const names = new Intl.DisplayNames(visit.layout.language, {
    type: 'language',
    languageDisplay: 'standard',
  });
  return html`<p class="note">${visit.text('in_language', { language: names.of(tag) ?? tag })}</p>`;
}

/** Returns the languages of pages in which a record has its title or name. */
export const languagesOf = (
  { layout }: Visit,
  { language: main, languages }: { language: string; languages: readonly string[] },
): string[] =>
  layout.languages.filter(
    (language) =>
      !differs(withParents(language).find((tag) => languages.includes(tag)) ?? main, language),
  );
