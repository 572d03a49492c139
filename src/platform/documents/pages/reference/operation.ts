import {
  bodyOf,
  isReference,
  JSON_TYPE,
  nameOf,
  type Operation,
  type Parameter,
  parametersOf,
  type RequestBody,
  type Response,
} from '../../openapi';
import { html, type Html } from '../html';
import { type Field, fieldList, fieldsOf, typeOf } from './fields';
import type { Entry, Route } from './groups';
import { inline, paragraphs } from './markdown';
import { SAMPLES, type SampleRequest } from './samples';
import { errorsOf, type Source } from './source';

/** What samples have in place of a key. */
const SAMPLE_KEY = 'YOUR_KEY';
/** The most lines of an example that is open from the beginning. */
const SHORT = 32;

/** Renders an operation: what it does, takes and answers, with samples beside it. */
export function operationSection(entry: Entry, source: Source): Html {
  const { operation, aliases } = entry;
  const { operationId: id = '', summary = '', description = '' } = operation;
  const { text } = source;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <div>
      <h3 id="${id}-title"><a href="#${id}" tabindex="-1">${summary}</a></h3>
      <p class="address">${address(entry)}</p>
      ${paragraphs(description)}
      ${optional(
        aliases,
        html`<details class="aliases">
          <summary>${text('aliases')} <small>${String(aliases.length)}</small></summary>
          <ul>
            ${aliases.map(
              (alias) => html`<li id="${alias.operation.operationId ?? ''}">${address(alias)}</li>`,
            )}
          </ul>
        </details>`,
      )}
      ${
        needsKey(operation, source)
          ? html`<p><a href="#guide-keys">${text('key_needed')}</a></p>`
          : html``
      }
      ${requestParts(entry, id, source)} ${answers(operation, source)}
    </div>
    <div class="code">${samples(entry, source)} ${answerExample(operation, source)}</div>
  </section>`;
}

/** Renders a part unless the list that it shows is empty. */
const optional = (list: readonly unknown[], part: Html): Html => (list.length > 0 ? part : html``);

const address = ({ method, path }: Route): Html => html`${badge(method)} <code>${path}</code>`;

export const badge = (method: string): Html =>
  html`<b class="method ${method}">${method.toUpperCase()}</b>`;

const needsKey = ({ security = [] }: Operation, { isProtected }: Source): boolean =>
  isProtected && !security.some((each) => Object.keys(each).length === 0);

function requestParts({ operation, aliases }: Entry, id: string, source: Source): Html[] {
  const { text, schemas } = source;
  const fieldsIn = (place: string, { parameters = [] }: Operation = operation): Field[] =>
    (parameters as Parameter[]).filter((parameter) => parameter.in === place);
  const body = bodyOf(operation, schemas);
  const part = (title: string, fields: readonly Field[], prefix = id): Html =>
    optional(
      fields,
      html`<h4>${title}</h4>
        ${fieldList(fields, prefix, source)}`,
    );
  const paths = [operation, ...aliases.map((alias) => alias.operation)].flatMap((each) =>
    fieldsIn('path', each),
  );
  const headers = fieldsIn('header');
  return [
    part(text('path'), uniqueByName(paths)),
    part(text('body'), body ? fieldsOf(body, source, 'body') : [], `${id}.body`),
    part(text('query'), fieldsIn('query')),
    folded(text('headers'), headers, fieldList(headers, id, source)),
  ];
}

const uniqueByName = (fields: readonly Field[]): Field[] =>
  fields.filter(({ name }, index) => fields.findIndex((each) => each.name === name) === index);

const folded = (title: string, list: readonly unknown[], content: Html): Html =>
  optional(
    list,
    html`<details>
      <summary>${title} <small>${String(list.length)}</small></summary>
      ${content}
    </details>`,
  );

function answers(operation: Operation, source: Source): Html {
  const { text, generalErrors } = source;
  const all = Object.entries(operation.responses) as [string, Response][];
  const successes = all.filter(([status]) => status < '4');
  const headers = Object.entries(successes.at(0)?.[1].headers ?? {}) as [string, Field][];
  const errors = errorsOf(operation, source).filter(({ code }) => !generalErrors.includes(code));
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
    ${folded(
      text('answer_headers'),
      headers,
      html`<ul>
        ${headers.map(
          ([name, { description = '' }]) =>
            html`<li><code>${name}</code> ${inline(description)}</li>`,
        )}
      </ul>`,
    )}
    ${folded(
      text('errors'),
      errors,
      html`<ul class="errors">
        ${errors.map(({ status, code }) => html`<li>${status} <a href="#error-${code}">${code}</a></li>`)}
      </ul>`,
    )}
    <p><a href="#general-errors">${text('general_errors')}</a></p>`;
}

interface Example {
  summary?: string;
  value?: unknown;
}

/** Returns the recorded examples of a body, in JSON or in the only media type. */
function examplesIn(content: Response['content'] = {}, { document }: Source): Example[] {
  const { examples = {} } = content[JSON_TYPE] ?? Object.values(content).at(0) ?? {};
  return Object.values(examples).map((each) =>
    isReference(each) ? (document.components?.examples?.[nameOf(each)] as Example) : each,
  );
}

function samples(entry: Entry, source: Source): Html {
  const { text } = source;
  const bodies = examplesIn(
    (entry.operation.requestBody as RequestBody | undefined)?.content,
    source,
  );
  const body = bodies.at(0);

  const request = sampleRequest(entry, body?.value, source);
  const sent = body === undefined ? html`` : html` data-body="${JSON.stringify(body.value)}"`;
  return html`<div class="samples" ${sent}>
      <p>
        <button type="button" class="copy">${text('copy')}</button>
        <button type="button" class="try">${text('try_it')}</button>
      </p>
      ${Object.entries(SAMPLES).map(
        ([name, { write }]) => html`<pre class="${name}"><code>${write(request)}</code></pre>`,
      )}
    </div>
    ${bodies.slice(1).map(({ summary = '', value }) => example(html`${text('body')}: ${summary}`, value))}`;
}

function sampleRequest(
  { method, path, operation }: Entry,
  body: unknown,
  source: Source,
): SampleRequest {
  const parameters = parametersOf(operation);
  const isCollection = method === 'get' && !path.includes('{');
  const filter = parameters.find(
    (parameter) => isCollection && parameter.in === 'query' && isTelling(parameter),
  );
  const query = filter ? `?${filter.name}=${encodeURIComponent(valueOf(filter))}` : '';
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(valueOf(parameters.find((each) => each.name === name))),
  );
  const [type = JSON_TYPE] = Object.keys(
    (operation.responses[200] as Response | undefined)?.content ?? {},
  );
  return {
    method: method.toUpperCase(),
    url: source.root + filled + query,
    headers: {
      ...(needsKey(operation, source) && { Authorization: `Bearer ${SAMPLE_KEY}` }),
      ...(body !== undefined && { 'Content-Type': JSON_TYPE }),
    },
    body,
    isJson: type.endsWith('json'),
  };
}

/** True for parameters of The Events Calendar with an example that differs from the default. */
const isTelling = (parameter: Parameter): boolean =>
  parameter.example !== undefined &&
  !('x-addition' in parameter) &&
  !(parameter.schema && 'default' in parameter.schema);

/** Returns the example of a parameter, as it stands in an address. */
const valueOf = (parameter?: Parameter): string => [parameter?.example ?? ''].flat().join(',');

function answerExample({ responses }: Operation, source: Source): Html[] {
  const [status] = Object.keys(responses);
  const { content } = responses[status] as Response;
  return examplesIn(content, source)
    .slice(0, 1)
    .map(({ value }) => example(html`${source.text('answer')} ${status}`, value));
}

/** Renders the example of a body, open if it is short. */
export function example(title: Html, value: unknown): Html {
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<details ${shown.split('\n').length > SHORT ? html`` : html`open`}>
    <summary>${title}</summary>
    <pre><code>${shown}</code></pre>
  </details>`;
}
