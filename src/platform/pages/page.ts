import { SERVICE } from '../config';
import type { ErrorTable } from '../modules';
import { type Html, html, type Value } from './html';

/** What the layout of a page needs. */
export interface PageLayout {
  /** The relative path to the root of the service, with a trailing slash. */
  up: string;
  /** The language of the page. */
  language: string;
  /** The language segment with a trailing slash: `de/`, or empty. */
  segment: string;
  languages: readonly string[];
  /** Returns the text of a key of `i18n/<language>/pages.json`. */
  text: (key: string) => string;
}

/** The data of the request and of the service that pages need. */
export interface PageContext extends PageLayout {
  /** Path of the interface without leading and trailing slashes. */
  namespace: string;
  /** Absolute address of the interface in the language of the page. */
  root: string;
  errors: ErrorTable;
  /** Whether writes need a credential. */
  isProtected: boolean;
  /** Returns the text of a key of `i18n/<language>/document.json`, if there is one. */
  documentText: (key: string) => string | undefined;
  /** Returns words that find a part of the reference besides its own, separated by commas. */
  synonyms: (id: string) => string;
}

const ICON =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
  '<rect width="16" height="16" rx="3.5" fill="%230f6e66"/>' +
  '<path d="M6.5 4C4.5 4 6 8 4 8c2 0 .5 4 2.5 4M9.5 4C11.5 4 10 8 12 8c-2 0-.5 4-2.5 4"' +
  ' fill="none" stroke="white" stroke-width="1.5" stroke-linecap="round"/></svg>';
const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'];

/** The parts of a page. */
interface PageParts {
  title: string;
  /** The path of the page below its language, with its query. */
  path: string;
  /** The class of the body. */
  name: string;
  /** Further elements of the head. */
  head?: Value;
  /** Further elements of the header. */
  menu?: Html;
  /** What follows the header, with the element `main`. */
  body: Html;
}

/** Renders the layout of all pages: the head, the link to the start page and the language menu. */
export function page(
  { up, language, segment, languages, text }: PageLayout,
  { title, path, name, head, menu, body }: PageParts,
): Html {
  const { script = '' } = new Intl.Locale(language).maximize();
  const direction = RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
  const links = languages.map((other) => {
    const label = new Intl.DisplayNames([other], { type: 'language' }).of(other);
    const current = other === language && html`aria-current="page"`;
    return html`<a href="${up}${other}/${path}" lang="${other}" ${current}>${label}</a>`;
  });
  return html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${up}docs/style.css" />
        ${head}
      </head>
      <body class="${name}">
        <a class="skip" href="#content">${text('skip')}</a>
        <header>
          <a class="home" href="${up}${segment}">
            <img src="${ICON}" alt="" width="24" /> ${text('title')}
          </a>
          ${menu}
          <nav aria-label="${text('language')}">${links}</nav>
        </header>
        ${body}
      </body>
    </html> `;
}

/** Returns the page at the root of the service: a description, and links to the interface and its documents. */
export function startPage(context: PageContext): Html {
  const { up, segment, namespace, root, text } = context;
  const folder = `${up}${segment}${namespace}`;
  return plainPage(
    context,
    text('title'),
    html`<p>${text('lead')}</p>
      <p>
        <a class="button" href="${up}${segment}docs">${text('open_docs')}</a>
        <a href="${folder}/doc">${text('document')}</a>
        <a href="${folder}">${text('interface')}</a>
      </p>
      <h2>${text('address')}</h2>
      <pre>${root}</pre>
      <h2>${text('try')}</h2>
      <pre>curl ${root + SERVICE.example}</pre>`,
  );
}

/** Returns the page for an address without one. */
export const lostPage = (context: PageContext): Html =>
  plainPage(
    context,
    context.text('not_found'),
    html`<p>${context.text('not_found_text')}</p>
      <p>
        <a class="button" href="${context.up}${context.segment}">${context.text('title')}</a>
      </p>`,
  );

function plainPage(context: PageContext, title: string, content: Html): Html {
  const body = html`<main id="content" tabindex="-1">
    <h1>${title}</h1>
    ${content}
  </main>`;
  return page(context, { title, path: '', name: 'start', body });
}
