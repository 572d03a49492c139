/* The form: its values are those of the interface. */

import { adaptTexts, setLanguages, tags, textChanges, textControl, TEXTS } from './languages.js';
import { element, form, language, main, soon, words } from './page.js';
import { adaptRule, ruleIn, showRule } from './rule.js';
import { get } from './service.js';
import { asDate, asText, fromHtml, toHtml } from './values.js';

/**
 * The record in the form: its path, its ETag, the values of the form when it was shown, and the status that it was asked
 * to have since.
 */
export let current;
export const setCurrent = (values) => (current = values);

const [picture, noPicture] = ['picture', 'no-picture'].map((id) => document.getElementById(id));
export const controls = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
export const control = (name) => controls(name)[0];
export const fieldOf = ({ name }) => name.split('[', 1)[0];
const valueOf = (name) => control(name).value.trim();
export const DATES = ['start_date', 'end_date', 'all_day', 'timezone'];

/** Names of known venues and organizers → their ids. */
const known = { venue: new Map(), organizer: new Map() };
const namesIn = (name) =>
  valueOf(name)
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);

/** Returns ids of known records, and the fields of a new one. */
function linkedIn(name) {
  const names = namesIn(name);
  const fresh = names.filter((each) => !known[name].has(each));
  const prefix = `${name}[`;
  const details = [...form.querySelectorAll(`[name^="${prefix}"]`)]
    .filter(({ value }) => fresh.length === 1 && value.trim())
    .map((input) => [input.name.slice(prefix.length, -1), input.value.trim()]);
  return names.map(
    (each) => known[name].get(each) ?? { [name]: each, ...Object.fromEntries(details) },
  );
}

/** Returns a date as it was typed; the interface refuses one that is incomplete. */
function dateIn(name) {
  const [day, time] = controls(name).map(({ value }) => value);
  if (control('all_day').checked) return day;
  return day || time ? `${day || '----'} ${time || '--:--'}` : '';
}

/** Control of a text with markup → what was stored, and how that was shown. */
const shownTexts = new WeakMap();

function showText(input, html = '') {
  const plain = fromHtml(html);
  const isMarkup = plain === undefined;
  input.value = plain ?? html;
  input.closest('label').querySelector('.markup').hidden = !isMarkup;
  shownTexts.set(input, { html, isMarkup, shown: input.value });
}

/** Returns a text as HTML: as it was stored unless it was edited. */
function htmlIn(input) {
  const { value } = input;
  const { html, isMarkup, shown } = shownTexts.get(input) ?? {};
  if (value === shown) return html;
  return isMarkup && /<\w/.test(value) ? value : toHtml(value);
}

/** Returns the texts of a language that are not empty. */
function textsIn(tag) {
  const isAsPlanned = control('event_status').value === 'scheduled';
  const texts = TEXTS.map((field) => {
    const input = textControl(tag, field);
    if (field === 'description') return [field, htmlIn(input)];
    return [field, isAsPlanned && field === 'event_status_reason' ? '' : input.value.trim()];
  });
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

const translationsIn = () =>
  Object.fromEntries(
    tags()
      .slice(1)
      .map((tag) => [tag, textsIn(tag)])
      .filter(([, texts]) => Object.keys(texts).length > 0),
  );

/** Returns the ids of the checked categories, and the names of new ones. */
const categoriesIn = () => [
  ...controls('categories').flatMap(({ checked, value }) => (checked ? Number(value) : [])),
  ...(valueOf('categories[new]') ? [valueOf('categories[new]')] : []),
];

/** Returns the values of the form, as the interface takes them. */
export function read() {
  const { value: state } = control('event_status');
  return {
    title: valueOf('title'),
    start_date: dateIn('start_date'),
    end_date: dateIn('end_date'),
    all_day: control('all_day').checked,
    timezone: valueOf('timezone'),
    venue: linkedIn('venue'),
    organizer: linkedIn('organizer'),
    categories: categoriesIn(),
    tags: valueOf('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    description: htmlIn(control('description')),
    translations: translationsIn(),
    cost: valueOf('cost'),
    website: valueOf('website'),
    image: valueOf('image'),
    event_status: state,
    is_virtual: state === 'moved-online' || current.record?.is_virtual === true,
    event_status_reason: state === 'scheduled' ? '' : valueOf('event_status_reason'),
    rrule: ruleIn(form),
  };
}

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields that were edited. */
export const editedIn = (values) =>
  Object.keys(values).filter((name) => !isSame(values[name], current.shown[name]));

/** Returns the values to send: of translations the changed texts. A time is only clear together with its zone. */
export function changesIn(values) {
  const names = editedIn(values);
  const sent = names.some((name) => DATES.includes(name)) ? [...names, ...DATES] : names;
  const changes = Object.fromEntries(sent.map((name) => [name, values[name]]));
  if (changes.translations)
    changes.translations = textChanges(changes.translations, current.shown.translations);
  return changes;
}

function fillLinked(name, linked) {
  const records = [linked ?? []].flat();
  for (const record of records) known[name].set(record[name], record.id);
  control(name).value = records.map((record) => record[name]).join('; ');
  for (const input of form.querySelectorAll(`[name^="${name}["]`)) input.value = '';
}

/** Shows a record in the controls; a new one has what everybody would type. */
export function fillForm(record = {}) {
  const { translations = {} } = record;
  const isSeries = current.path === '/series';
  setLanguages(record);
  for (const name of ['title', 'cost', 'website', 'event_status_reason'])
    control(name).value = record[name] ?? '';
  control('event_status').value = record.event_status ?? 'scheduled';
  control('all_day').checked = record.all_day ?? false;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  control('timezone').value =
    record.timezone ?? (main.dataset.zone === 'UTC' ? ownZone : main.dataset.zone);
  for (const name of ['start_date', 'end_date']) {
    const [day, time] = controls(name);
    day.value = record[name]?.slice(0, 10) ?? '';
    time.value = (!record.all_day && record[name]?.slice(11, 16)) || '';
  }
  fillLinked('venue', record.venue);
  fillLinked('organizer', record.organizer);
  const chosen = (record.categories ?? []).map(({ id }) => id);
  for (const box of controls('categories')) box.checked = chosen.includes(Number(box.value));
  control('categories[new]').value = '';
  control('tags').value = (record.tags ?? []).map(({ name }) => name).join(', ');
  showText(control('description'), record.description);
  for (const [tag, texts] of Object.entries(translations)) {
    for (const field of TEXTS) textControl(tag, field).value = texts[field] ?? '';
    showText(textControl(tag, 'description'), texts.description);
  }
  control('image').value = record.image?.url ?? '';
  showPicture();
  showRule(form, isSeries ? record.rrule : '', record.timezone);
  adapt();
  current.shown = read();
  span = spanNow() ?? HOURS;
}

/** Shows the controls that the values of others call for. */
export function adapt() {
  const isSeries = current.path === '/series';
  const { record } = current;
  const isPart = record?.series > 0 && !isSeries;
  const allDay = control('all_day').checked;
  for (const name of ['start_date', 'end_date']) {
    const [, time] = controls(name);
    time.parentElement.hidden = allDay;
  }
  for (const name of ['venue', 'organizer']) {
    const details = control(name).closest('fieldset').querySelector('.new');
    details.hidden = namesIn(name).every((each) => known[name].has(each));
  }
  document.getElementById('repeats').hidden = isPart;
  const part = document.getElementById('part');
  part.hidden = !isPart;
  document.getElementById('all').hidden = !isSeries;
  part.querySelector('a').href = `#series/${record?.series}`;
  adaptTexts();
  adaptRule(form, { words, language, isSeries });
}

function showPicture() {
  const address = valueOf('image');
  const source = /^https?:/.test(address) ? address : 'data:,';
  if (picture.getAttribute('src') === source) return;
  picture.hidden = noPicture.hidden = true;
  picture.src = source;
}

/* The end follows the start. */

const HOURS = 2 * 36e5;
let span = HOURS;

function spanNow() {
  const [start, end] = ['start_date', 'end_date'].map((name) => {
    const [day, time] = controls(name).map(({ value }) => value);
    const isWhole = control('all_day').checked;
    return day && (isWhole || time) ? asDate(`${day} ${isWhole ? '' : time}`) : NaN;
  });
  return end - start >= 0 ? end - start : undefined;
}

function moveEnd() {
  const isWhole = control('all_day').checked;
  const [day, time] = controls('start_date').map(({ value }) => value);
  if (!day || !(isWhole || time)) return;
  const length = isWhole ? span - (span % 864e5) : span;
  const end = asText(new Date(asDate(`${day} ${isWhole ? '' : time}`).getTime() + length));
  const [endDay, endTime] = controls('end_date');
  endDay.value = end.slice(0, 10);
  if (!isWhole) endTime.value = end.slice(11);
}

/* Suggestions */

async function suggest(name) {
  const resource = `/${name}s`;
  const { value: typed } = control(name);
  const earlier = typed.split(';');
  const sought = earlier.pop().trim();
  const { record } = await get(resource, {
    ...(sought && { search: sought }),
    per_page: 20,
    _fields: ['id', name, 'city'].map((each) => `${resource.slice(1)}.${each}`).join(),
  });
  // Those for what was typed since come, or came, with their own response.
  if (control(name).value !== typed) return;
  const found = record[resource.slice(1)];
  const options = found.map((each) => {
    const { id, [name]: own, city } = each;
    const isTaken = known[name].has(own) && known[name].get(own) !== id;
    const unique = isTaken ? `${own} (${city || id})` : own;
    known[name].set(unique, id);
    const value = [...earlier.map((one) => one.trim()), unique].join('; ');
    return element('option', { value }, city ?? '');
  });
  document.getElementById(`${name}-names`).replaceChildren(...options);
  adapt();
}

let areCategoriesRead = false;

const boxOf = ({ id }) => form.querySelector(`[name="categories"][value="${id}"]`);

/** Adds a box for each category, once and after somebody has added one. */
export async function addCategories(chosen = []) {
  if (areCategoriesRead && chosen.every(boxOf)) return;
  const list = document.getElementById('categories');
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { record } = await get('/categories', {
      lang: language,
      page,
      per_page: 50,
      hide_empty: false,
    });
    const boxes = record.categories
      .filter((category) => !boxOf(category))
      .map(({ id, name }) => {
        const box = element('input', { type: 'checkbox', name: 'categories', value: id });
        return element('label', { className: 'box' }, box, ` ${name}`);
      });
    list.append(...boxes);
    pages = record.total_pages;
  }
  // The service sorts them by their main names.
  const byName = new Intl.Collator(language).compare;
  list.append(
    ...[...list.children].sort((one, other) => byName(one.textContent, other.textContent)),
  );
  areCategoriesRead = true;
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', ({ target }) => {
  if (target.name === 'all_day' && !target.checked) span ||= HOURS;
  if (target.name === 'start_date' || target.name === 'all_day') moveEnd();
  if (target.name === 'end_date') span = spanNow() ?? span;
  if (target.name in known) soon(() => suggest(target.name).catch(() => {}));
  adapt();
});
form.addEventListener('focusin', ({ target }) => {
  if (target.name in known) suggest(target.name).catch(() => {});
});
control('image').addEventListener('change', showPicture);
picture.onload = () => (picture.hidden = false);
picture.onerror = () => (noPicture.hidden = picture.src === 'data:,');
document
  .getElementById('zones')
  .append(...Intl.supportedValuesOf('timeZone').map((name) => new Option(name)));
