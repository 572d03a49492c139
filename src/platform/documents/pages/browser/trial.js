/* A form that sends the request of an operation; it is loaded when it is opened first. */

const template = document.getElementById('trial');
/** Credentials of several services on one host must not be confused. */
const KEY = `key of ${new URL('..', import.meta.url).pathname}`;

/** Adds the form of an operation to the place for it. */
export function addForm(place) {
  const section = place.closest('section');
  const form = template.content.firstElementChild.cloneNode(true);
  const { key } = form.elements;
  for (const row of section.querySelectorAll('[data-in]:not([data-in="body"])')) {
    const name = row.querySelector('dt a').textContent;
    const placeholder = row.querySelector('small:last-child code')?.textContent ?? '';
    const required = row.querySelector('dt b') !== null;
    const input = addInput(form, name, 'input', { name, placeholder, required });
    input.dataset.in = row.dataset.in;
    if (required) input.value = placeholder;
  }
  const { body } = place.dataset;
  if (body) addInput(form, 'JSON', 'textarea', { name: 'body', value: body, rows: 8 });
  try {
    if (key) key.value = sessionStorage.getItem(KEY);
    key?.addEventListener('input', () => sessionStorage.setItem(KEY, key.value));
  } catch {
    // The storage of a browser may be disabled.
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, section);
  });
  place.append(form);
}

function addInput(form, label, element, properties) {
  const input = Object.assign(document.createElement(element), properties);
  const line = document.createElement('label');
  line.append(label, input);
  form.querySelector('button').before(line);
  return input;
}

async function send(form, section) {
  const [method, address] = section.querySelector('.address').children;
  const [status, shown] = form.querySelector('output').children;
  const button = form.querySelector('button');
  const { key, body } = form.elements;
  const headers = new Headers(key?.value ? { Authorization: `Bearer ${key.value}` } : {});
  if (body) headers.set('Content-Type', 'application/json');
  const query = new URLSearchParams();
  let path = template.dataset.root + address.textContent;
  for (const { value, name, dataset } of form.querySelectorAll('[data-in]')) {
    if (value === '') continue;
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (dataset.in === 'query') query.append(name, value);
    if (dataset.in === 'header') headers.set(name, value);
  }
  status.textContent = shown.textContent = '';
  button.disabled = true;
  try {
    const url = `${path}?${query}`.replace(/\?$/, '');
    const request = { method: method.textContent, headers, body: body?.value, cache: 'no-store' };
    const answer = await fetch(url, request);
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('Content-Type'));
    shown.textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    status.textContent = `${answer.status} ${answer.statusText}`;
  } catch {
    status.textContent = template.dataset.failed;
  }
  button.disabled = false;
}
