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
import { anchor, type Field, fieldList, fieldsOf, typeOf } from './fields';
import { SAMPLES, type SampleRequest } from './samples';
import { answersOf, errorsOf, type Route, type Source } from './source';

/** The most lines of an example that is open from the beginning. */
const SHORT = 32;

/** Renders an operation: what it does, takes and answers, with samples beside it. */
export function operationSection(entry: Route, source: Source): Html {
  const { operation, aliases } = entry;
  const { operationId: id = '', summary = '', description = '' } = operation;
  const { text } = source;
  const addresses = aliases.map(
    (alias) => html`<div id="${alias.operation.operationId}">${address(alias)}</div>`,
  );
  return html`<section class="operation" id="${id}">
    <div>
      <h3>${anchor(id, summary)}</h3>
      <p class="address">${address(entry)}</p>
      ${paragraphs(description)} ${folded(text('aliases'), addresses.length, addresses)}
      ${needsKey(operation, source) && html`<p><a href="#guide-keys">${text('key_needed')}</a></p>`}
      ${requestParts(entry, id, source)} ${answers(operation, id, source)}
    </div>
    <div class="code">${samples(entry, source)}</div>
  </section>`;
}

const address = ({ method, path }: Route): Html => html`${badge(method)} <code>${path}</code>`;

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
  const fieldsIn = (place: string, each = operation): Field[] =>
    parametersOf(each).filter((parameter) => parameter.in === place);
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

function answers(operation: Operation, id: string, source: Source): Html {
  const { text, generalErrors, errors } = source;
  const successes = answersOf(operation).filter(([status]) => status < '4');
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
    ${folded(text('answer_headers'), fields.length, fieldList('', fields, `${id}.answer`, source))}
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

/** Returns the recorded examples of a body, in JSON or in the only media type. */
function examplesIn(content: Response['content'] = {}, { document }: Source): Example[] {
  const { examples = {} } = content[JSON_TYPE] ?? Object.values(content).at(0) ?? {};
  return Object.values(examples).map((each) =>
    isReference(each) ? (document.components?.examples?.[nameOf(each)] as Example) : each,
  );
}

/** Renders a request in all languages, a place for its form, and the examples of bodies. */
function samples(entry: Route, source: Source): Html {
  const { text } = source;
  const { requestBody } = entry.operation;
  const [body, ...others] = examplesIn((requestBody as RequestBody | undefined)?.content, source);
  const [[status, { content }]] = answersOf(entry.operation);
  const [answer] = examplesIn(content, source);
  const request = sampleRequest(entry, body?.value, source);
  return html`<div class="samples">
      <button type="button">${text('copy')}</button>
      ${Object.entries(SAMPLES).map(
        ([name, write]) => html`<pre class="${name}">${write(request)}</pre>`,
      )}
    </div>
    <details class="try" data-body="${body && JSON.stringify(body.value, null, 2)}">
      <summary>${text('try_it')}</summary>
    </details>
    ${others.map(({ summary = '', value }) => example(`${text('body')} – ${String(summary)}`, value))}
    ${answer && example(`${text('answer')} ${status}`, answer.value)}`;
}

function sampleRequest(
  { method, path, operation }: Route,
  body: unknown,
  source: Source,
): SampleRequest {
  const parameters = parametersOf(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(parameters.find((each) => each.name === name)?.example)),
  );
  return {
    method: method.toUpperCase(),
    url: source.root + filled,
    headers: {
      ...(needsKey(operation, source) && { Authorization: 'Bearer YOUR_KEY' }),
      ...(body !== undefined && { 'Content-Type': JSON_TYPE }),
    },
    body,
  };
}

/** Renders the example of a body, open if it is short. */
export function example(title: string, value: unknown): Html {
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return details(title, html`<pre>${shown}</pre>`, shown.split('\n').length <= SHORT);
}
