import { yieldToEventLoop } from '../../../input';
import { alternativesOf, isReference, type PageDocument, type Schema } from '../../openapi';
import { html, type Html } from '../html';
import { badge, example, operationSection } from './operation';
import { fieldList, fieldsOf, typeOf } from './fields';
import { type Group, groupsOf } from './groups';
import { inline, paragraphs } from './markdown';
import { SAMPLES } from './samples';
import { type Source, sourceOf, type Surroundings } from './source';

/** Renders the reference of the interface, in several turns of the event loop. */
export async function renderReference(
  reference: PageDocument,
  surroundings: Surroundings,
): Promise<Html> {
  const source = sourceOf(reference, surroundings);
  const { text, errors, documentText, guides, schemas, bodies, generalErrors } = source;
  const examples = source.document.components?.examples ?? {};
  const groups = groupsOf(source);
  const shown: Html[] = [];
  for (const group of groups) {
    const operations: Html[] = [];
    for (const entry of group.entries) {
      await yieldToEventLoop();
      operations.push(operationSection(entry, source));
    }
    shown.push(
      html`<section id="${group.id}">
        <h2>${group.name}</h2>
        <p>${inline(group.description)}</p>
        ${operations}
      </section>`,
    );
  }
  const types: Html[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (bodies.has(name)) continue;
    await yieldToEventLoop();
    types.push(typeSection(name, schema, source));
  }
  await yieldToEventLoop();
  const codes = Object.entries(errors).map(([code, { status, title }]) => {
    const value = (examples[code] as { value?: unknown } | undefined)?.value;
    const told = documentText(`errors.${code.replaceAll('-', '_')}`) ?? title;
    return html`<div id="error-${code}">
      <h3>
        <code>${String(status)}</code>
        <a href="#error-${code}" tabindex="-1">${code}</a>
      </h3>
      <p>${told}.</p>
      ${value === undefined ? html`` : example(html`${text('example')}`, value)}
    </div>`;
  });
  return html`${menu(groups, source)}
    <div class="parts">
      <section>
        <h1>${text('docs')}</h1>
        <p class="lead">${text('lead')}</p>
        <pre><code>${source.root}</code></pre>
        <p><a href="${source.root}/doc">${text('document')}</a></p>
      </section>
      ${guides.map(
        (guide) =>
          html`<section class="guide" id="guide-${guide.name}">
            <h2>${guide.title}</h2>
            ${paragraphs(guide.text)}
          </section>`,
      )}
      ${shown}
      <section id="types">
        <h2>${text('types')}</h2>
        ${types}
      </section>
      <section id="errors">
        <h2>${text('errors')}</h2>
        <div id="general-errors">
          <h3><a href="#general-errors" tabindex="-1">${text('general_errors')}</a></h3>
          <p>
            ${generalErrors.map((code) => html`<code><a href="#error-${code}">${code}</a></code>`)}
          </p>
        </div>
        ${codes}
      </section>
    </div>`;
}

function menu(groups: readonly Group[], { text, guides }: Source): Html {
  return html`<nav id="menu" aria-label="${text('menu')}" popover>
    <ul>
      ${guides.map(({ name, title }) => html`<li><a href="#guide-${name}">${title}</a></li>`)}
    </ul>
    ${groups.map(
      ({ name, entries }, index) =>
        html`<details${index === 0 ? html` open` : html``}>
          <summary>${name}</summary>
          <ul>
            ${entries.map(
              ({ method, operation: { operationId = '', summary = '' } }) =>
                html`<li><a href="#${operationId}">${summary} ${badge(method)}</a></li>`,
            )}
          </ul>
        </details>`,
    )}
    <ul>
      <li><a href="#types">${text('types')}</a></li>
      <li><a href="#errors">${text('errors')}</a></li>
    </ul>
  </nav>`;
}

/** Renders a type of the document: its fields, its values or its alternatives. */
function typeSection(name: string, schema: Schema, source: Source): Html {
  const { description = '', enum: values, properties } = isReference(schema) ? {} : schema;
  const alternatives = isReference(schema) ? [] : alternativesOf(schema);
  return html`<section class="type" id="${name}">
    <h3><a href="#${name}" tabindex="-1">${name}</a></h3>
    ${description === '' ? html`` : html`<p>${inline(description)}</p>`}
    ${values ? html`<p>${values.map((value) => html`<code>${String(value)}</code>`)}</p>` : html``}
    ${alternatives.length === 0 ? html`` : html`<p class="union">${typeOf(schema, source)}</p>`}
    ${[...(properties ? [schema] : []), ...alternatives].map((part, index) => {
      const fields = isReference(part) ? [] : fieldsOf(part, source);
      return fields.length === 0
        ? html``
        : fieldList(fields, index === 0 ? name : `${name}.${index + 1}`, source);
    })}
  </section>`;
}

/** Renders what stands above the reference: the menu's button, the search, the samples' language. */
export function toolbar(text: Source['text']): Html {
  return html`<div class="bar">
    <button type="button" class="menu" popovertarget="menu">${text('menu')}</button>
    <search class="scripted">
      <input
        type="search"
        role="combobox"
        aria-label="${text('search')}"
        placeholder="${text('search')} ( / )"
        aria-controls="found"
        aria-expanded="false"
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck="false"
      />
      <div id="found" role="listbox" aria-label="${text('search')}" hidden></div>
    </search>
    <fieldset>
      <legend class="unseen">${text('samples')}</legend>
      ${Object.entries(SAMPLES).map(
        ([name, { label }], index) =>
          html`<label
            ><input
              type="radio"
              name="samples"
              id="in-${name}"
              value="${name}"
              ${index === 0 ? html`checked` : html``}
            /><span>${label}</span></label
          >`,
      )}
    </fieldset>
  </div>`;
}
