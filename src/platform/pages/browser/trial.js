/* A form that sends the request of an operation; it is loaded when it is opened first. */

import { SAMPLES } from './samples.mjs';

const template = document.getElementById('trial');
const words = template.dataset;
/** Header fields for browsers and connections, which would hide the others. */
const UNIMPORTANT =
  /^(access-|connection|content-sec|cross-|keep-|referrer-|x-(content|dns|down|frame|perm|xss))/;
/** Credentials of several services on one host must not be confused. */
const KEY = `key of ${new URL('..', import.meta.url).pathname}`;

/** Adds the form of an operation to the place for it. */
export function addForm(place) {
  const section = place.closest('section');
  const form = template.content.firstElementChild.cloneNode(true);
  const key = form.querySelector('[name=key]');
  const optional = form.querySelector('details');
  const [button, status] = form.querySelectorAll('button, output');
  const answer = status.nextElementSibling;
  const { type, body: example } = place.dataset;
  const address = section.querySelector('.address').children;
  const [method, path] = [...address].map(({ textContent }) => textContent);
  // One click must not change a record: the form of an update begins empty.
  const isFilled = !path.includes('{');

  function addInput(name, element, example, { required, place }) {
    const [input, label, mark] = [element, 'label', 'b'].map((each) =>
      document.createElement(each),
    );
    Object.assign(input, { name, required });
    if (required && isFilled) input.value = example;
    if (place) Object.assign(input, { placeholder: example }).dataset.in = place;
    // Dots and blanks would lead to another address.
    if (place === 'path') input.pattern = '.*[^\\s.].*';
    if (required) mark.textContent = words.required;
    label.append(name, ' ', mark, input);
    if (required) optional.before(label);
    else optional.append(label);
    return input;
  }

  for (const row of section.querySelectorAll('[data-in]:not([data-in="body"])')) {
    const name = row.querySelector('dt a').textContent;
    const example = row.querySelector('small:last-child code')?.textContent ?? '';
    const place = row.dataset.in;
    const required = place === 'path' || row.querySelector('dt b') !== null;
    // Other addresses of the operation have other parameters in their path.
    if (place !== 'path' || path.includes(`{${name}}`))
      addInput(name, 'input', example, { required, place });
  }
  const body = type && addInput(type, 'textarea', example, { required: true });
  if (!optional.querySelector('input')) optional.remove();
  try {
    if (key) key.value = sessionStorage.getItem(KEY);
    key?.addEventListener('input', () => sessionStorage.setItem(KEY, key.value));
  } catch {
    // The storage of a browser may be disabled.
  }

  /** Returns the request; for a sample, with examples of what is required and without the key. */
  function read(root, isSample) {
    const valueOf = ({ value, required, placeholder }) =>
      value || (isSample && required ? placeholder : '');
    const query = new URLSearchParams();
    const headers = {};
    let url = root + path;
    if (key?.value || (isSample && 'key' in place.dataset))
      headers.Authorization = `Bearer ${isSample ? 'YOUR_KEY' : key.value}`;
    if (body) headers['Content-Type'] = type;
    for (const input of form.querySelectorAll('[data-in]')) {
      const value = valueOf(input);
      if (value === '') continue;
      if (input.dataset.in === 'path')
        url = url.replace(`{${input.name}}`, encodeURIComponent(value));
      if (input.dataset.in === 'query') query.append(input.name, value);
      if (input.dataset.in === 'header') headers[input.name] = value;
    }
    if (query.size > 0) url += `?${query}`;
    return { method, url, headers, body: body && (body.value || (isSample ? example : '')) };
  }

  function showSample() {
    const request = read(words.address, true);
    request.body = objectIn(request.body);
    for (const [language, write] of Object.entries(SAMPLES))
      section.querySelector(`.samples .${language}`).textContent = write(request);
  }

  async function send() {
    const [fields, shown] = answer.querySelectorAll('pre');
    status.textContent = '';
    answer.hidden = button.disabled = true;
    try {
      const { url, ...request } = read(words.root, false);
      const response = await fetch(url, { ...request, cache: 'no-store' });
      const text = await response.text();
      const value = objectIn(text);
      shown.textContent = value === text ? text : JSON.stringify(value, null, 2);
      fields.textContent = [...response.headers]
        .filter(([name]) => !UNIMPORTANT.test(name))
        .map((field) => field.join(': '))
        .join('\n');
      status.textContent = `${response.status} ${response.statusText}`;
      answer.hidden = false;
    } catch {
      status.textContent = words.failed;
    }
    button.disabled = false;
    status.parentElement.scrollIntoView({ block: 'nearest' });
  }

  form.addEventListener('input', showSample);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  place.append(form);
}

/** Returns the JSON object in a text, or the text. */
function objectIn(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}
