import { yieldToEventLoop } from '../../validation';
import {
  alternativesOf,
  isReference,
  type PageDocument,
  resolved,
  type Schema,
} from '../../openapi';
import { html, Html, inline, paragraphs } from '../html';
import { page, type PageContext } from '../page';
import { anchor, deprecation, facts, fieldList, fieldsOf, named, typeOf } from './fields';
import { badge, example, operationSection } from './operation';
import { SAMPLES } from '../browser/samples.mjs';
import { type Source, sourceOf } from './source';

/** A placeholder for the address of the interface, which depends on the request. */
const ROOT = 'address-of-the-interface';

/**
 * Renders the parts that are the same for all requests in a language, in several turns of the event loop.
 */
export async function renderReference(document: PageDocument, context: PageContext): Promise<Html> {
  const source = sourceOf(document, { ...context, root: ROOT });
  const sections: Html[] = [];
  for (const section of sectionsOf(source)) {
    sections.push(section);
    await yieldToEventLoop();
  }
  return html`${toolsOf(source)}
    <main id="content" tabindex="-1">${sections}</main>`;
}

export function referencePage(context: PageContext, { text: reference }: Html): Html {
  const { up, segment, namespace, root, isProtected, text } = context;
  return page(context, {
    title: `${text('docs')} – ${text('title')}`,
    path: 'docs',
    name: 'docs',
    body: html`<script src="${up}docs/docs.js" type="module"></script>
      ${new Html(reference.replaceAll(ROOT, () => html`${root}`.text))}
      <template
        id="trial"
        data-root="${up}${segment}${namespace}"
        data-address="${root}"
        data-copied="${text('copied')}"
        data-results="${text('results')}"
        data-required="${text('required')}"
        data-failed="${text('failed')}"
      >
        <form autocomplete="off">
          ${isProtected && html`<label>${text('key')} <input type="password" name="key" /></label>`}
          <details>
            <summary>${text('optional')}</summary>
          </details>
          <button>${text('send')}</button>
          <div>
            <output></output>
            <div hidden>
              <details open>
                <summary>${text('response_headers')}</summary>
                <pre></pre>
              </details>
              <pre></pre>
            </div>
          </div>
        </form>
      </template>`,
  });
}

function* sectionsOf(source: Source): Generator<Html> {
  const { text, documentText, synonyms, document, guides, groups, schemas, bodies } = source;
  const { generalErrors, errors } = source;
  yield html`<section>
    <h1>${text('docs')}</h1>
    <p>${text('lead')}</p>
    <pre>${source.root}</pre>
    <p><a href="${source.root}/doc">${text('document')}</a></p>
  </section>`;
  for (const guide of guides)
    yield html`<section id="guide-${guide.name}" data-words="${synonyms(`guide-${guide.name}`)}">
      <h2>${guide.title}</h2>
      ${paragraphs(guide.text)}
    </section>`;
  for (const { tag, name, description, entries } of groups) {
    yield html`<section id="group-${tag}" data-words="${synonyms(`group-${tag}`)}">
      <h2>${name}</h2>
      <p>${inline(description)}</p>
    </section>`;
    for (const entry of entries) yield operationSection(entry, source);
  }
  yield html`<section id="types"><h2>${text('types')}</h2></section>`;
  for (const [name, schema] of Object.entries(schemas))
    if (!bodies.has(name)) yield typeSection(name, schema, source);
  const general = generalErrors.map(
    (code) => html`<code><a href="#error-${code}">${code}</a></code>`,
  );
  yield html`<section id="errors">
    <h2>${text('errors')}</h2>
    <p><b>${text('general_errors')}</b> ${general}</p>
  </section>`;
  for (const [code, { status, title }] of Object.entries(errors)) {
    const recorded = document.components?.examples?.[code] as { value?: unknown } | undefined;
    yield html`<section id="error-${code}">
      <h3><code>${status}</code> ${anchor(`error-${code}`, code)}</h3>
      <p>${documentText(`errors.${code.replaceAll('-', '_')}`) ?? title}.</p>
      ${recorded && example(text('example'), recorded.value)}
    </section>`;
  }
}

/** Renders a type of the document: its values or alternatives, and the fields of each. */
function typeSection(name: string, schema: Schema, source: Source): Html {
  const whole = resolved(schema, source.schemas);
  const { description = '', properties } = whole;
  return html`<section id="${name}">
    <h3>${anchor(name, named(name, whole))}</h3>
    <p>${inline(description)} ${deprecation(whole, source)}</p>
    ${!properties && html`<p><code>${typeOf(schema, source)}</code></p>`}
    ${facts({}, schema, source)}
    ${[...(properties ? [whole] : []), ...alternativesOf(whole)].map(
      (part, index) =>
        !isReference(part) &&
        fieldList('', fieldsOf(part, source), index === 0 ? name : `${name}.${index + 1}`, source),
    )}
  </section>`;
}

/** Renders the menu's button, the search, the choice of the samples' language, and the menu. */
function toolsOf({ text, guides, groups }: Source): Html {
  return html`<search>
      <button type="button" popovertarget="menu">${text('menu')}</button>
      <input
        type="search"
        aria-label="${text('search')}"
        placeholder="${text('search')} ( / )"
        autocomplete="off"
        spellcheck="false"
      />
      <div id="found">
        <output></output>
        <div></div>
      </div>
      <select aria-label="${text('samples')}">
        ${Object.keys(SAMPLES).map((name) => html`<option class="${name}">${name}</option>`)}
      </select>
    </search>
    <nav id="menu" aria-label="${text('menu')}" popover>
      ${guides.map(({ name, title }) => html`<a href="#guide-${name}">${title}</a>`)}
      ${groups.map(
        ({ name, entries }, index) =>
          html`<details ${index === 0 && 'open'}>
            <summary>${name}</summary>
            ${entries.map(
              ({ method, operation }) =>
                html`<a href="#${operation.operationId}">
                  ${named(operation.summary ?? '', operation)} ${badge(method)}
                </a>`,
            )}
          </details>`,
      )}
      <a href="#types">${text('types')}</a>
      <a href="#errors">${text('errors')}</a>
    </nav>`;
}
