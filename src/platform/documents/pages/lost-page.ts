import { html, type Html } from './html';
import { languageName } from './language-name';
import { page, type PageContext } from './page';

/** Returns the page for addresses that lead nowhere, with the way to the start pages. */
export function lostPage(context: PageContext): Html {
  const { up, segment, languages, text } = context;
  return page(context, {
    title: `${text('not_found')} – ${text('title')}`,
    addressIn: (language) => `${language}/`,
    kind: 'landing',
    main: html`<h1>${text('not_found')}</h1>
      <p class="lead">${text('not_found_text')}</p>
      <p>
        <a class="button" href="${up}${segment}">${text('title')}</a>
        <a href="${up}${segment}docs">${text('docs')}</a>
      </p>
      <h2>${text('languages')}</h2>
      <ul>
        ${languages.map(
          (language) =>
            html`<li lang="${language}">
              <a href="${up}${language}/">${languageName(language)}</a>
            </li>`,
        )}
      </ul>`,
  });
}
