/* A form that sends the request of an operation; it is loaded when it is opened first. */

const template = document.getElementById('trial');
const root = new URL(template.dataset.root, location);

/** Credentials of several services on one host must not be confused. */
const KEY = `key of ${new URL(template.dataset.service, location).pathname}`;

/** With it, a creation that is sent again creates nothing. */
const REPEATABLE = 'Idempotency-Key';
const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Opens the form below the samples of an operation, or closes it. */
export function openTrial(button, samples) {
  const next = samples.nextElementSibling;
  if (next?.matches('.trial')) next.remove();
  else samples.after(formFor(samples));
  button.ariaExpanded = String(!next?.matches('.trial'));
  samples.parentElement.querySelector('.trial :is(input, textarea, button)')?.focus();
}

function formFor(samples) {
  const section = samples.closest('.operation');
  const form = template.content.firstElementChild.cloneNode(true);
  const fields = form.querySelector('div');
  for (const part of section.querySelectorAll('[data-in]'))
    // Of a parameter that is described at another operation, there is a link to it.
    if (part.dataset.in !== 'body')
      fields.append(inputFor(part.hash ? document.getElementById(part.hash.slice(1)) : part));
  if (samples.dataset.body) fields.append(labelled('JSON', bodyInput(samples.dataset.body)));
  const { key } = form.elements;
  if (key) {
    key.value = stored() ?? '';
    key.addEventListener('input', () => store(key.value));
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, section);
  });
  return form;
}

function inputFor(row) {
  const input = document.createElement('input');
  const name = row.querySelector('dt a').textContent;
  const example = row.querySelector('li:last-child code')?.textContent ?? '';
  Object.assign(input, {
    name,
    placeholder: example,
    required: Boolean(row.querySelector('dt b')),
  });
  input.dataset.in = row.dataset.in;
  if (input.required) input.value = example;
  if (name === REPEATABLE) input.value = randomKey();
  return labelled(name, input);
}

function bodyInput(example) {
  const input = document.createElement('textarea');
  const value = JSON.stringify(JSON.parse(example), null, 2);
  return Object.assign(input, { name: 'body', value, rows: value.split('\n').length + 1 });
}

function labelled(name, input) {
  const label = document.createElement('label');
  label.append(name, input);
  return label;
}

async function send(form, section) {
  const [button, output] = [form.querySelector('button'), form.querySelector('output')];
  const method = section.querySelector('.address .method').textContent;
  let path = section.querySelector('.address code').textContent;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const { value, name, dataset } of form.querySelectorAll('[data-in]')) {
    if (value === '') continue;
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (dataset.in === 'query') query.append(name, value);
    if (dataset.in === 'header') headers.set(name, value);
  }
  const { key, body } = form.elements;
  if (key?.value) headers.set('Authorization', `Bearer ${key.value}`);
  if (body) headers.set('Content-Type', 'application/json');
  button.disabled = true;
  const started = performance.now();
  try {
    const address = root + path + (query.size > 0 ? `?${query}` : '');
    const answer = await fetch(address, { method, headers, body: body?.value, cache: 'no-store' });
    const text = await answer.text();
    const took = `${Math.round(performance.now() - started)} ms`;
    const repeatable = form.elements[REPEATABLE];
    if (answer.ok && repeatable) repeatable.value = randomKey();
    showAnswer(output, `${answer.status} ${answer.statusText} · ${took}`, readable(text));
  } catch {
    showAnswer(output, template.dataset.failed, '');
  }
  button.disabled = false;
}

function showAnswer(output, summary, text) {
  const [line, shown] = ['p', 'pre'].map((name) => document.createElement(name));
  line.textContent = summary;
  shown.textContent = text;
  output.replaceChildren(line, ...(text ? [shown] : []));
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// The storage of a browser may be disabled: then the key is lost with the form.
function stored() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(key) {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // As above.
  }
}
