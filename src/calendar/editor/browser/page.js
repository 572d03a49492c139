/* The elements of the page, and its words. */

import { asDate } from './values.js';

export const main = document.getElementById('content');
export const words = JSON.parse(main.dataset.words);
export const { lang: language } = document.documentElement;

/** Returns the word for a value of a field. */
export const wordOf = (field, value) => words[`${field}_${value}`.replaceAll('-', '_')];

const heading = main.querySelector('h1');
export const [login, list, form, message] = ['login', 'list', 'event', 'message'].map((id) =>
  document.getElementById(id),
);

/** Returns an element; all texts in it are text. */
export function element(name, properties = {}, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/** Returns a button with a name for screen readers that says what it acts on. */
export const button = (text, action, about = '') =>
  element(
    'button',
    { type: 'button', onclick: action, ariaLabel: about ? `${text}: ${about}` : null },
    text,
  );

const setMessage = (text, more) =>
  message.replaceChildren(...(text ? [element('p', {}, text), ...more] : []));

export function say(text = '', ...more) {
  setMessage(text, more);
  // On small screens it stands below the form.
  if (text) message.scrollIntoView({ block: 'nearest' });
}

/** Says what was done, until the form is edited again. */
export function sayDone(text, ...more) {
  setMessage(text, more);
  const [shown] = message.children;
  form.addEventListener('input', () => shown.isConnected && say(), { once: true });
}

/** Names the page. */
export const rename = (title) => (document.title = heading.textContent = title);

/** Shows one part of the page, or none. */
export function show(part, title) {
  for (const each of [login, list, form]) each.hidden = each !== part;
  rename(title);
  scrollTo(0, 0);
  heading.focus();
}

/** Formats a local time of an event, which is read as if it were UTC. */
export const formatted = (date, options) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date);

export function when({ start_date: start, all_day: allDay }) {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
  const time = allDay ? {} : { hour: 'numeric', minute: '2-digit' };
  return formatted(asDate(start), { ...day, ...time });
}

let timer;
/** Runs a function when nothing has been typed for a moment. */
export function soon(work) {
  clearTimeout(timer);
  timer = setTimeout(work, 250);
}

let clicked;
// The second click of a double click would hit what has taken the place of a button or a link.
addEventListener(
  'click',
  (event) => {
    const { detail, target } = event;
    // The click on a label is also one on its control.
    const part = target.closest('a, button, label') ?? target;
    if (detail === 1) clicked = part;
    if (detail < 2 || (part === clicked && !part.matches('a, button'))) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
