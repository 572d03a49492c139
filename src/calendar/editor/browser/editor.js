/* The editor: it shows the parts of the page, and speaks the documented interface. */

import { get, hasKey, keepKey, Refusal, send } from './service.js';
import { adaptRule, asDate, asText, fromHtml, ruleIn, showRule, toHtml } from './values.js';

const main = document.getElementById('content');
const words = JSON.parse(main.dataset.words);
const { zone, needsKey } = main.dataset;
const { lang: language } = document.documentElement;
const heading = main.querySelector('h1');
const [login, list, form, message] = ['login', 'list', 'event', 'message'].map((id) =>
  document.getElementById(id),
);
const [picture, noPicture] = ['picture', 'no-picture'].map((id) => document.getElementById(id));
const [search] = list.getElementsByTagName('form');
const buttons = Object.fromEntries(
  [...form.querySelectorAll('.actions button')].map((button) => [button.value, button]),
);

/** The record in the form: its path, its ETag, and the values of the form when it was shown. */
let current;
/** A request that creates a record, until its response has arrived. */
let pending;
/** The requests that take the last action back, and the address to show then. */
let undo;
/** The last action, if it can be repeated. */
let failed;

const addressOf = ({ path, record }) => `${path}/${record.id}`;

/* Elements */

/** Returns an element; all texts in it are text. */
function element(name, properties = {}, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_sign, name) => values[name]);

/** Returns a button with a name for screen readers that says what it acts on. */
const button = (text, action, about = '') =>
  element(
    'button',
    { type: 'button', onclick: action, ariaLabel: about ? `${text}: ${about}` : null },
    text,
  );

function say(text = '', ...more) {
  message.replaceChildren(...(text ? [element('p', {}, text), ...more] : []));
}

/** Shows one part of the page. */
function show(part, title) {
  for (const each of [login, list, form]) each.hidden = each !== part;
  document.title = heading.textContent = title;
  scrollTo(0, 0);
  heading.focus();
}

/* Dates are local times of the event, which are formatted as if they were UTC. */

const formatted = (date, options) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date);

function when({ start_date: start, all_day: allDay }) {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
  const time = allDay ? {} : { hour: 'numeric', minute: '2-digit' };
  return formatted(asDate(start), { ...day, ...time });
}

/* The list */

const LISTED = 'id title start_date all_day status event_status series venue.venue';
const FIELDS = [...LISTED.split(' ').map((name) => `events.${name}`), 'total', 'total_pages'];
// Swedish dates are those of ISO 8601.
const TODAY = new Date().toLocaleDateString('sv', { timeZone: zone });
const ALL_YEARS = { start_date: '0002-01-01', end_date: '9998-12-31' };
let listed = 0;

function monthsAround() {
  const now = new Date();
  return [...Array(37)].map((_, index) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() + index - 12));
    return new Option(
      formatted(month, { month: 'long', year: 'numeric' }),
      asText(month).slice(0, 7),
    );
  });
}

function listQuery(page) {
  const { search: sought, status, month } = search.elements;
  const [year, number] = month.value.split('-').map(Number);
  const dates = {
    '': { start_date: TODAY, end_date: ALL_YEARS.end_date },
    all: { ...ALL_YEARS, order: 'desc' },
  }[month.value] ?? {
    start_date: `${month.value}-01`,
    end_date: asText(new Date(Date.UTC(year, number, 0))).slice(0, 10),
  };
  const usual = 'publish,future,draft,pending,private';
  return {
    ...dates,
    ...(sought.value.trim() && { search: sought.value.trim() }),
    status: status.value || usual,
    _fields: FIELDS.join(),
    per_page: 50,
    page,
  };
}

/** Returns the words for a record that is not simply published and as planned. */
const stateOf = ({ status, event_status: state }) =>
  [
    status !== 'publish' && words[`status_${status}`],
    state !== 'scheduled' && words[`event_${state}`],
  ].filter(Boolean);

function entry(event) {
  const venues = [event.venue ?? []].flat().map(({ venue }) => venue);
  const series = event.series > 0 ? [words.series] : [];
  const states = stateOf(event).map((text) => element('strong', { className: 'status' }, text));
  return element(
    'li',
    {},
    element('span', { className: 'note' }, [when(event), ...venues, ...series].join(' · ')),
    element('a', { href: `#events/${event.id}` }, event.title),
    ...states,
  );
}

async function showList(page = 1) {
  const number = ++listed;
  const [entries] = list.getElementsByTagName('ul');
  const [count] = list.querySelectorAll('[role=status]');
  const more = list.querySelector(':scope > button');
  const { record } = await get('/events', listQuery(page));
  // A later search may have been answered already.
  if (number !== listed) return;
  const items = record.events.map(entry);
  if (page === 1) entries.replaceChildren(...items);
  else entries.append(...items);
  count.textContent = record.total
    ? fill(words.found, { count: record.total.toLocaleString(language) })
    : words.none;
  more.hidden = page >= record.total_pages;
  more.onclick = () => act(() => showList(page + 1));
  if (page > 1) items[0]?.querySelector('a').focus();
}

/* The form */

const controls = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
const control = (name) => controls(name)[0];
const fieldOf = ({ name }) => name.split('[', 1)[0];
const valueOf = (name) => control(name).value.trim();
const DATES = ['start_date', 'end_date', 'all_day', 'timezone'];

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

/** Returns the text as HTML: as it was stored unless it was edited. */
function textIn() {
  const { value } = control('description');
  if (value === current.text) return current.record?.description ?? '';
  return current.isMarkup && /<\w/.test(value) ? value : toHtml(value);
}

/** Returns the ids of the checked categories, and the names of new ones. */
const categoriesIn = () => [
  ...controls('categories').flatMap(({ checked, value }) => (checked ? Number(value) : [])),
  ...(valueOf('categories[new]') ? [valueOf('categories[new]')] : []),
];

/** Returns the values of the form, as the interface takes them. */
function read() {
  const isPlanned = control('event_status').value === 'scheduled';
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
    description: textIn(),
    cost: valueOf('cost'),
    website: valueOf('website'),
    image: valueOf('image'),
    event_status: control('event_status').value,
    event_status_reason: isPlanned ? '' : valueOf('event_status_reason'),
    rrule: ruleIn(form),
  };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields that were edited. */
const editedIn = (values) =>
  Object.keys(values).filter((name) => !isSame(values[name], current.shown[name]));

const isEdited = () => !form.hidden && editedIn(read()).length > 0;

/** Returns the values to send. A time is only clear together with its zone. */
function changesIn(values) {
  const names = editedIn(values);
  const sent = names.some((name) => DATES.includes(name)) ? [...names, ...DATES] : names;
  return Object.fromEntries(sent.map((name) => [name, values[name]]));
}

function fillLinked(name, linked) {
  const records = [linked ?? []].flat();
  for (const record of records) known[name].set(record[name], record.id);
  control(name).value = records.map((record) => record[name]).join('; ');
  for (const input of form.querySelectorAll(`[name^="${name}["]`)) input.value = '';
}

/** Shows a record in the controls; a new one has what everybody would type. */
function fillForm(record = {}) {
  const { description = '' } = record;
  const isSeries = current.path === '/series';
  const plain = fromHtml(description);
  for (const name of ['title', 'cost', 'website', 'event_status_reason'])
    control(name).value = record[name] ?? '';
  control('event_status').value = record.event_status ?? 'scheduled';
  control('all_day').checked = record.all_day ?? false;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  control('timezone').value = record.timezone ?? (zone === 'UTC' ? ownZone : zone);
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
  control('description').value = plain ?? description;
  control('image').value = record.image?.url ?? '';
  current.isMarkup = plain === undefined;
  current.text = control('description').value;
  showRule(form, isSeries ? record.rrule : '', record.timezone);
  adapt();
  current.shown = read();
  span = spanNow() ?? HOURS;
}

/** Shows the controls that the values of others call for. */
function adapt() {
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
  document.getElementById('markup').hidden = !current.isMarkup;
  document.getElementById('repeats').hidden = isPart;
  const part = document.getElementById('part');
  part.hidden = !isPart;
  document.getElementById('all').hidden = !isSeries;
  part.querySelector('a').href = `#series/${record?.series}`;
  control('event_status_reason').parentElement.hidden =
    control('event_status').value === 'scheduled';
  adaptRule(form, { words, language, isSeries });
  const isOut = ['publish', 'future', 'private'].includes(record?.status);
  buttons.publish.textContent = isOut ? words.save : words.publish;
  buttons.cancel.hidden =
    !record || record.status === 'trash' || record.event_status === 'canceled';
  buttons.trash.hidden = !record || record.status === 'trash';
  buttons.undo.hidden = !undo;
  showPicture(valueOf('image'));
}

function showPicture(address) {
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
  const earlier = control(name).value.split(';');
  const sought = earlier.pop().trim();
  const { record } = await get(resource, {
    ...(sought && { search: sought }),
    per_page: 20,
    _fields: [`id`, name, 'city'].map((each) => `${resource.slice(1)}.${each}`).join(),
  });
  const found = record[resource.slice(1)];
  for (const each of found) if (!known[name].has(each[name])) known[name].set(each[name], each.id);
  const options = found.map((each) => {
    const value = [...earlier.map((one) => one.trim()), each[name]].join('; ');
    return element('option', { value }, each.city ?? '');
  });
  document.getElementById(`${name}-names`).replaceChildren(...options);
  adapt();
}

let timer;
/** Runs a function when nothing has been typed for a moment. */
function soon(work) {
  clearTimeout(timer);
  timer = setTimeout(work, 250);
}

async function loadCategories() {
  const place = document.getElementById('categories');
  const categories = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { record } = await get('/categories', { page, per_page: 50, hide_empty: false });
    categories.push(...record.categories);
    pages = record.total_pages;
  }
  const boxes = categories.map(({ id, name }) =>
    element(
      'label',
      { className: 'box' },
      element('input', { type: 'checkbox', name: 'categories', value: id }),
      ` ${name}`,
    ),
  );
  place.replaceChildren(...boxes);
}

/* Opening */

function titleOf({ path, record }) {
  if (!record) return words.new;
  return [path === '/series' ? words.edit_series : words.edit, ...stateOf(record)].join(' · ');
}

/** Takes a record over from a response. */
async function take(path, record, tag) {
  current = { path, record, tag };
  clearErrors();
  await loadCategories();
  fillForm(record);
  await showDates();
  const hash = record ? `#${addressOf(current).slice(1)}` : '#new';
  if (location.hash !== hash) history.pushState(null, '', hash);
  shownHash = hash;
}

async function open(path, id) {
  const { record, tag } = id ? await get(`${path}/${id}`) : {};
  await take(path, record, tag);
  show(form, titleOf(current));
}

/** Lists the coming dates of a series. */
async function showDates() {
  const place = document.getElementById('dates');
  const isSeries = current.path === '/series' && current.record?.status !== 'trash';
  place.hidden = !isSeries;
  if (!isSeries) return;
  const { record } = await get('/events', {
    ...listQuery(1),
    ...ALL_YEARS,
    start_date: TODAY,
    series: current.record.id,
    status: 'publish,future,draft,pending,private',
  });
  const items = record.events.map((event) => {
    const item = entry(event);
    item.querySelector('a').textContent = when(event);
    item.querySelector('.note').remove();
    if (event.event_status !== 'canceled')
      item.append(button(words.cancel_date, () => act(() => cancelDate(event), true), when(event)));
    return item;
  });
  place.querySelector('ul').replaceChildren(...items);
}

async function cancelDate({ id, event_status: before }) {
  const path = `/events/${id}`;
  await send('PATCH', path, { event_status: 'canceled' });
  undo = { address: addressOf(current), requests: [['PATCH', path, { event_status: before }]] };
  await showDates();
  adapt();
  say(words.canceled);
}

/* Saving */

/** Returns a random key; `randomUUID` is missing in pages over plain HTTP. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');

/** Sends a creation, and keeps it for repetition until its response has arrived. */
async function create(path, body, values) {
  pending = { path, body, values, key: newKey() };
  await finishCreation();
}

async function finishCreation() {
  const { path, body, values, key: idempotencyKey } = pending;
  try {
    const { record, tag } = await send('POST', path, body, { 'Idempotency-Key': idempotencyKey });
    current = { ...current, path, record, tag, shown: values };
    pending = undefined;
  } catch (error) {
    const isAnswered = error instanceof Refusal && !error.passes && error.status !== 401;
    if (isAnswered) pending = undefined;
    throw error;
  }
}

async function update(changes) {
  const { record, tag } = await send('PATCH', addressOf(current), changes, {
    'If-Match': current.tag,
  });
  current = { ...current, record, tag };
}

/** Returns the values of a new record that say something. */
const sentOf = (values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== false && String(value) !== ''),
  );

/** Stores the form; returns whether anything was sent. */
async function store(status) {
  const values = read();
  const before = current;
  const wanted = status && status !== current.record?.status && { status };
  if (pending) await finishCreation();
  else if (!current.record) {
    const { rrule, ...own } = values;
    await create(rrule ? '/series' : '/events', { ...sentOf(values), ...wanted }, values);
    undo = undoBy('DELETE');
    return true;
  }
  const { rrule, ...changes } = { ...changesIn(values), ...wanted };
  const isSeries = current.path === '/series';
  if (isSeries && rrule) changes.rrule = rrule;
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) {
    const old = { ...current.shown, status: current.record.status };
    undo = undoBy('PATCH', pick(old, Object.keys(changes)));
    await update(changes);
  }
  if (!isSeries && rrule) {
    const event = addressOf(current);
    await create('/series', { event: current.record.id, rrule }, values);
    const requests = [
      ['PATCH', event, { series: 0 }],
      ['DELETE', addressOf(current)],
    ];
    undo = { address: event, requests };
  }
  return isChanged || current !== before;
}

/** Returns how to take a write of the record in the form back. */
function undoBy(method, body) {
  const address = addressOf(current);
  return { address, requests: [[method, address, body]] };
}

const pick = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));

const ACTIONS = {
  async publish() {
    const isOut = ['publish', 'future', 'private'].includes(current.record?.status);
    const isSent = await store(isOut ? undefined : 'publish');
    return !isSent ? words.unchanged : isOut ? words.saved : words.published;
  },
  async draft() {
    return (await store('draft')) ? words.saved_draft : words.unchanged;
  },
  async cancel() {
    control('event_status').value = 'canceled';
    await store();
    return words.canceled;
  },
  async trash() {
    const { status } = current.record;
    const path = addressOf(current);
    await send('DELETE', path, undefined, { 'If-Match': current.tag });
    undo = undoBy('PATCH', { status });
    return words.trashed;
  },
  async undo() {
    const { address, requests } = undo;
    const own = { 'If-Match': current.tag };
    for (const [method, path, body] of requests)
      await send(method, path, body, path === addressOf(current) && method === 'PATCH' ? own : {});
    undo = undefined;
    const [, resource, id] = address.split('/');
    current = { path: `/${resource}`, record: { id } };
    return words.undone;
  },
};

async function run(name) {
  say(words.saving);
  const text = await ACTIONS[name]();
  const { record, tag } = await get(addressOf(current));
  await take(current.path, record, tag);
  document.title = heading.textContent = titleOf(current);
  const isPublic = record.status === 'publish' && /^https?:/.test(record.url);
  say(
    text,
    ...(isPublic
      ? [element('a', { href: record.url, target: '_blank', rel: 'noopener' }, words.view)]
      : []),
  );
}

/* Errors */

function clearError(input) {
  document.getElementById(input.getAttribute('aria-describedby'))?.remove();
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
}

function clearErrors() {
  for (const input of form.querySelectorAll('[aria-invalid]')) clearError(input);
}

/** Returns the visible control of a JSON pointer: `/venue/0/city` is `venue[city]`. */
function controlOf(pointer) {
  const [name, ...rest] = pointer.slice(1).split('/');
  const inner = rest.find((part) => !/^\d+$/.test(part));
  const found = [`${name}[${inner}]`, name].flatMap(controls);
  return found.find((input) => input.checkVisibility());
}

function textOfError({ pointer = '', code, detail }) {
  const [, field] = pointer.split('/');
  const isAddress = /(website|image)$/.test(pointer) && code === 'format';
  const isDate =
    ['start_date', 'end_date'].includes(field) && ['format', 'required'].includes(code);
  const dated = control('all_day').checked ? words.error_day : words.error_date;
  if (isAddress || isDate) return [isDate ? dated : words.error_address];
  const text = words[`error_${code.replace('-', '_')}`] ?? '';
  if (['required', 'blank'].includes(code)) return [text];
  return [`${text} `, element('span', { lang: 'en', className: 'note' }, detail)];
}

/** Shows all errors of a response: at their fields, or together. */
function showErrors(errors) {
  const others = [];
  clearErrors();
  for (const error of errors) {
    const input = error.pointer && controlOf(error.pointer);
    const text = element('p', { className: 'error' }, ...textOfError(error));
    if (!input) {
      others.push(element('p', {}, `${error.pointer ?? ''} ${error.detail}`));
      continue;
    }
    clearError(input);
    text.id = `error-${input.name}`;
    input.ariaInvalid = 'true';
    input.setAttribute('aria-describedby', text.id);
    input.closest('label').after(text);
  }
  say(words.errors, ...others);
  form.querySelector('[aria-invalid]')?.focus();
}

/** Returns a value of a record as text. */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join(', ') || words.empty;
  if (typeof value === 'object' && value !== null)
    return textOf(value.venue ?? value.organizer ?? value.name ?? value.url);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return (
    words[`event_${value}`] ?? words[`status_${value}`] ?? (String(value ?? '') || words.empty)
  );
}

/** Reads the record again, lists what somebody else has changed, and keeps what was typed. */
async function resolveConflict() {
  const old = current.record;
  const { record, tag } = await get(addressOf(current));
  const edited = new Set(editedIn(read()));
  if (DATES.some((name) => edited.has(name))) for (const name of DATES) edited.add(name);
  const typed = [...form.elements]
    .filter((input) => edited.has(fieldOf(input)))
    .map((input) => [input, input.value, input.checked]);
  await take(current.path, record, tag);
  for (const [input, value, checked] of typed) Object.assign(input, { value, checked });
  adapt();
  const changed = [...Object.keys(current.shown), 'status'].filter(
    (name) => !isSame(old[name], record[name]),
  );
  const lines = changed.map((name) => {
    const value = name === 'description' ? (fromHtml(record[name]) ?? record[name]) : record[name];
    return element('li', {}, element('b', {}, words[name]), ` ${textOf(value)}`);
  });
  if (lines.length === 0) lines.push(element('li', {}, words.other_fields));
  say(words.conflict, element('ul', {}, ...lines), element('p', {}, words.conflict_more));
}

async function explain(error) {
  if (!(error instanceof Refusal)) return say(words.offline, retryButton());
  const { status, errors } = error;
  if (error.passes) return say(words.busy, retryButton());
  failed = undefined;
  if (status === 401) return askForKey(words.refused);
  if (status === 412 && !form.hidden) return resolveConflict();
  if (errors.some(({ pointer }) => pointer !== undefined)) return showErrors(errors);
  if (status === 403) return say(words.forbidden);
  if (status === 404 || status === 410) return say(words.gone);
  say(words.failed, element('p', { lang: 'en' }, error.message));
}

const retryButton = () => button(words.retry, () => failed?.());
addEventListener('online', () => failed?.());

/** Runs an action and shows its error; `locked`: nothing can be typed meanwhile. */
async function act(work, locked = false) {
  const focused = document.activeElement;
  failed = () => act(work, locked);
  form.inert = locked;
  try {
    await work();
    failed = undefined;
  } catch (error) {
    form.inert = false;
    await explain(error).catch((other) => say(other.message));
  }
  form.inert = false;
  // Inert and removed elements lose the focus.
  const stops = [focused, buttons.undo, heading];
  if (document.activeElement === document.body)
    stops.find((stop) => stop.checkVisibility()).focus({ preventScroll: true });
}

/* The key */

function askForKey(text) {
  const isForm = !form.hidden;
  show(login, words.editor);
  say(text);
  login.elements.key.focus();
  login.onsubmit = (event) => {
    event.preventDefault();
    act(async () => {
      keepKey(login.elements.key.value.trim());
      await get('/events', { status: 'draft', per_page: 1, _fields: 'total' });
      login.reset();
      say();
      // What was typed is still in the form.
      if (isForm) show(form, titleOf(current));
      else await route();
    });
  };
}

/* The address */

let shownHash;

async function route() {
  if (isEdited() && location.hash !== shownHash && !confirm(words.leave))
    return history.replaceState(null, '', shownHash);
  shownHash = location.hash;
  undo = pending = undefined;
  say();
  if (needsKey && !hasKey()) return askForKey();
  const [, kind, id] = /^#(new|events|series)(?:\/(\d+))?$/.exec(location.hash) ?? [];
  if (kind) return open(kind === 'series' ? '/series' : '/events', id);
  await showList();
  show(list, words.list);
}

addEventListener('hashchange', () => act(route));
// Links to other languages keep the place.
for (const link of document.querySelectorAll('header [lang]'))
  link.addEventListener('click', () => (link.hash = location.hash));
addEventListener('beforeunload', (event) => isEdited() && event.preventDefault());

search.elements.month.append(...monthsAround());
search.addEventListener('input', () => soon(() => act(() => showList())));
search.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', ({ target }) => {
  for (const input of controls(target.name)) clearError(input);
  if (target.name === 'start_date' || target.name === 'all_day') moveEnd();
  if (target.name === 'end_date') span = spanNow() ?? span;
  if (target.name in known) soon(() => suggest(target.name).catch(() => {}));
  adapt();
});
form.addEventListener('focusin', ({ target }) => {
  if (target.name in known) suggest(target.name).catch(() => {});
});
for (const name of Object.keys(buttons)) buttons[name].onclick = () => act(() => run(name), true);

picture.onload = () => (picture.hidden = false);
picture.onerror = () => (noPicture.hidden = picture.src === 'data:,');
document
  .getElementById('zones')
  .append(...Intl.supportedValuesOf('timeZone').map((name) => new Option(name)));

act(route);
