import { STYLE } from './assets';
import { html, type Html } from './html';
import { directionOf, languageName } from './language-name';

/** The data of the request that every page needs. */
export interface PageContext {
  /** The relative path to the root of the service, with a trailing slash. */
  up: string;
  /** The language of the address. */
  language: string;
  /** The language segment with a trailing slash: `de/`, or empty. */
  segment: string;
  languages: readonly string[];
  /** Path of the interface without leading and trailing slashes. */
  namespace: string;
  /** Returns the text of a key of `i18n/<language>/pages.json`. */
  text: (key: string, language?: string) => string;
}

export interface PageParts {
  title: string;
  /** Returns the address of the page in a language, relative to the root of the service. */
  addressIn: (language: string) => string;
  head?: Html;
  /** The content of the element `main`. */
  main: Html;
  /** The class of the element `main`. */
  kind: string;
}

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
      '<rect width="16" height="16" rx="3.5" fill="#0f6e66"/>' +
      '<path d="M6.5 4C4.5 4 6 8 4 8c2 0 .5 4 2.5 4M9.5 4C11.5 4 10 8 12 8c-2 0-.5 4-2.5 4"' +
      ' fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/></svg>',
  );

/** Renders the layout of all pages: the head, the link to the start page and the language menu. */
export function page(
  { up, language, segment, languages, text }: PageContext,
  { title, addressIn, head = html``, main, kind = 'docs' }: PageParts,
): Html {
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${up}${STYLE.path}" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#content">${text('skip')}</a>
        <header>
          <a class="home" href="${up}${segment}"><img src="${ICON}" alt="" />${text('title')}</a>
          <nav aria-label="${text('language')}">
            ${languages.map(
              (other) =>
                html`<a
                  href="${up}${addressIn(other)}"
                  lang="${other}"
                  hreflang="${other}"
                  aria-current="${other === language ? 'page' : 'false'}"
                  >${languageName(other)}</a
                >`,
            )}
          </nav>
        </header>
        <main class="${kind}" id="content" tabindex="-1">${main}</main>
      </body>
    </html> `;
}
