import {
  bodyOf,
  isReference,
  JSON_TYPE,
  nameOf,
  type Operation,
  parametersOf,
  type RequestBody,
  type Response,
} from '../../openapi';
import { type Html, html, inline, paragraphs, type Value } from '../html';
import { anchor, deprecation, type Field, fieldList, fieldsOf, named, typeOf } from './fields';
import { SAMPLES, type SampleRequest } from '../browser/samples.mjs';
import { responsesOf, errorsOf, type Route, type Source } from './source';

/** The most lines of an example that is open from the beginning. */
const SHORT = 32;

/** Renders an operation: its description, input and responses, with samples beside it. */
export function operationSection(entry: Route, source: Source): Html {
  const { operation, aliases } = entry;
  const { operationId: id = '', summary = '', description = '' } = operation;
  const { text, synonyms } = source;
  const addresses = aliases.map(
    (alias) =>
      html`<div id="${alias.operation.operationId}">
        ${address(alias)} ${deprecation(alias.operation, source)}
      </div>`,
  );
  // On narrow screens, the samples stand between the description and the fields.
  return html`<section class="operation" id="${id}" data-words="${synonyms(id)}">
    <div>
      <h3>${anchor(id, named(summary, operation))}</h3>
      <p class="address">${address(entry)}</p>
      ${operation.deprecated && html`<p>${deprecation(operation, source)}</p>`}
      ${paragraphs(description)}
      ${needsKey(operation, source) && html`<p><a href="#guide-keys">${text('key_needed')}</a></p>`}
    </div>
    <div class="code">${samples(entry, source)}</div>
    <div>
      ${folded(text('aliases'), addresses.length, addresses)} ${requestParts(entry, id, source)}
      ${responses(operation, id, source)}
    </div>
  </section>`;
}

const address = ({ method, path, operation }: Route): Html =>
  html`${badge(method)} <code>${named(path, operation)}</code>`;

export const badge = (method: string): Html =>
  html`<b class="method ${method}">${method.toUpperCase()}</b>`;

const details = (title: string, content: Value, isOpen = false): Html =>
  html`<details ${isOpen && 'open'}>
    <summary>${title}</summary>
    ${content}
  </details>`;

const folded = (title: string, count: number, content: Value): Value =>
  count > 0 && details(`${title} (${count})`, content);

const needsKey = ({ security = [] }: Operation, { isProtected }: Source): boolean =>
  isProtected && !security.some((each) => Object.keys(each).length === 0);

function requestParts({ operation, aliases }: Route, id: string, source: Source): Value {
  const { text, schemas } = source;
  const fieldsIn = (location: string, each = operation): Field[] =>
    parametersOf(each).filter((parameter) => parameter.in === location);
  const body = bodyOf(operation, schemas);
  const headers = fieldsIn('header');
  const paths = [{ operation }, ...aliases]
    .flatMap((each) => fieldsIn('path', each.operation))
    .map((field) => [field.name, field] as const);
  return [
    fieldList(text('path'), [...new Map(paths).values()], id, source),
    fieldList(text('body'), body ? fieldsOf(body, source, 'body') : [], `${id}.body`, source),
    fieldList(text('query'), fieldsIn('query'), id, source),
    folded(text('headers'), headers.length, fieldList('', headers, id, source)),
  ];
}

function responses(operation: Operation, id: string, source: Source): Html {
  const { text, generalErrors, errors } = source;
  const successes = responsesOf(operation).filter(([status]) => status < '4');
  const headers = Object.entries(successes[0][1].headers ?? {}) as [string, Field][];
  const fields = headers.map(([name, field]) => ({ ...field, name }));
  const codes = errorsOf(operation, source).filter((code) => !generalErrors.includes(code));
  return html`<h4>${text('answer')}</h4>
    ${successes.map(
      ([status, { description, content = {} }]) =>
        html`<p>
          <b>${status}</b>
          ${Object.entries(content).map(([type, { schema = {} }]) =>
            isReference(schema) ? typeOf(schema, source) : html`<code>${type}</code>`,
          )}
          ${inline(description)}
        </p>`,
    )}
    ${folded(text('response_headers'), fields.length, fieldList('', fields, `${id}.answer`, source))}
    ${folded(
      text('errors'),
      codes.length,
      codes.map(
        (code) => html`<div>${errors[code].status} <a href="#error-${code}">${code}</a></div>`,
      ),
    )}
    <p><a href="#errors">${text('general_errors')}</a></p>`;
}

type Example = Partial<Record<'summary' | 'value', unknown>>;

/** Returns the media type of a body, JSON or the first one, and its recorded examples. */
function examplesIn(
  content: Response['content'] = {},
  { document }: Source,
): { type: string; examples: Example[] } {
  const type = JSON_TYPE in content ? JSON_TYPE : (Object.keys(content).at(0) ?? '');
  const examples = Object.values(content[type]?.examples ?? {}).map((each) =>
    isReference(each) ? (document.components?.examples?.[nameOf(each)] as Example) : each,
  );
  return { type, examples };
}

/** Renders a request in all languages, an element for its form, and the examples of bodies. */
function samples(entry: Route, source: Source): Html {
  const { text } = source;
  const { requestBody } = entry.operation;
  const { type, examples } = examplesIn((requestBody as RequestBody | undefined)?.content, source);
  const [body, ...others] = examples;
  const [[status, { content }]] = responsesOf(entry.operation);
  const [response] = examplesIn(content, source).examples;
  const request = sampleRequest(entry, type, body?.value, source);
  const key = needsKey(entry.operation, source) && html`data-key`;
  const data = body && html`data-type="${type}" data-body="${asText(body.value)}"`;
  return html`<div class="samples">
      <button type="button">${text('copy')}</button>
      ${Object.entries(SAMPLES).map(
        ([name, write]) => html`<pre class="${name}">${write(request)}</pre>`,
      )}
    </div>
    <details class="try" ${key} ${data}>
      <summary>${text('try_it')}</summary>
    </details>
    ${others.map(({ summary = '', value }) => example(`${text('body')} – ${String(summary)}`, value))}
    ${response && example(`${text('answer')} ${status}`, response.value)}`;
}

function sampleRequest(
  { method, path, operation }: Route,
  type: string,
  body: unknown,
  source: Source,
): SampleRequest {
  const parameters = parametersOf(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(parameters.find((each) => each.name === name)?.example)),
  );
  const query = new URLSearchParams();
  for (const { name, example, required, in: location } of parameters)
    if (location === 'query' && required && example !== undefined)
      query.append(name, String(example));
  return {
    method: method.toUpperCase(),
    url: `${source.root}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: {
      ...(needsKey(operation, source) && { Authorization: 'Bearer YOUR_KEY' }),
      ...(body !== undefined && { 'Content-Type': type }),
    },
    body,
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Renders the example of a body, open if it is short. */
export function example(title: string, value: unknown): Html {
  const shown = asText(value);
  return details(title, html`<pre>${shown}</pre>`, shown.split('\n').length <= SHORT);
}
