/* The editor: it opens and saves events through the documented interface. */

import { clearError, clearErrors, showError, showErrors } from './errors.js';
import {
  adapt,
  addCategories,
  control,
  controls,
  current,
  DATES,
  editedIn,
  fieldOf,
  fillForm,
  isSame,
  read,
  setCurrent,
} from './form.js';
import {
  addLanguage,
  addTyped,
  editedTexts,
  nameOf,
  showLanguage,
  tags,
  textChanges,
} from './languages.js';
import { datesOf, entry, showList, stateOf } from './list.js';
import {
  button,
  element,
  form,
  list,
  login,
  main,
  rename,
  say,
  sayDone,
  show,
  soon,
  when,
  wordOf,
  words,
} from './page.js';
import { addressOf, forget, remove, setUndo, store, undo } from './saving.js';
import { get, giveUpReading, hasKey, keepKey, Refusal, send } from './service.js';
import { fromHtml } from './values.js';

const [search] = list.getElementsByTagName('form');
const buttons = Object.fromEntries(
  [...form.querySelectorAll('.actions button')].map((button) => [button.value, button]),
);

/** Repeats the last action, if it can succeed later. */
let failed;

/* Opening */

function titleOf({ path, record }) {
  if (!record) return words.new;
  return [path === '/series' ? words.edit_series : words.edit, ...stateOf(record)].join(' · ');
}

const readRecord = (address) => get(address, { translations: true });

/** Reads a record, and what the form shows beside it. */
async function load(path, id) {
  const { record, tag } = id ? await readRecord(`${path}/${id}`) : {};
  const [dates] = await Promise.all([
    isRepeated(path, record) ? datesOf(id) : [],
    addCategories(record?.categories),
  ]);
  return { path, record, tag, dates };
}

/** Takes a loaded record over into the form. */
function take({ dates, ...loaded }) {
  setCurrent(loaded);
  isOpen = true;
  clearErrors();
  fillForm(loaded.record);
  showState();
  showDates(dates);
}

async function open(path, id) {
  take(await load(path, id));
  showLanguage();
  show(form, titleOf(current));
}

/** Names the state of the record, and shows what can be done with it. */
function showState() {
  rename(titleOf(current));
  const { status, event_status: state } = current.record ?? {};
  const isKept = current.record !== undefined && status !== 'trash';
  buttons.publish.textContent = isOut(status) ? words.save : words.publish;
  buttons.cancel.textContent = current.path === '/series' ? words.cancel_series : words.cancel;
  buttons.cancel.hidden = !isKept || state === 'canceled';
  buttons.trash.hidden = !isKept;
  buttons.undo.hidden = !undo;
}

const isOut = (status) => ['publish', 'future', 'private'].includes(status);

const isRepeated = (path, record) => path === '/series' && record.status !== 'trash';

/** Lists the coming dates of a series. */
function showDates(dates) {
  const place = document.getElementById('dates');
  place.hidden = !isRepeated(current.path, current.record);
  const items = dates.map((event) => {
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
  setUndo(addressOf(current), ['PATCH', path, { event_status: before }]);
  showState();
  return async () => {
    showDates(await datesOf(current.record.id));
    sayDone(words.canceled);
  };
}

/* Saving */

const ACTIONS = {
  async publish() {
    const wasOut = isOut(current.record?.status);
    const isSent = await store(wasOut ? undefined : 'publish');
    const { status } = current.record;
    if (!isSent) return words.unchanged;
    if (wasOut) return words.saved;
    // A contributor's event waits, one with a later date of publication too.
    return status === 'publish' ? words.published : wordOf('status', status);
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
    await remove(path, { 'If-Match': current.tag });
    setUndo(path, ['PATCH', path, { status }]);
    return words.trashed;
  },
  async undo() {
    const { address, requests } = undo;
    const own = { 'If-Match': current.tag };
    for (const [method, path, body] of requests)
      if (method === 'DELETE') await remove(path);
      else await send(method, path, body, path === addressOf(current) ? own : {});
    forget();
    const [, resource, id] = address.split('/');
    setCurrent({ ...current, path: `/${resource}`, record: { id } });
    return words.undone;
  },
};

/** The actions that store what was typed. */
const STORING = ['publish', 'draft', 'cancel'];

async function run(name) {
  say(words.saving);
  const text = await ACTIONS[name]();
  // Nothing is left to be stored.
  current.shown = read();
  showState();
  const hash = `#${addressOf(current).slice(1)}`;
  // Another one may have been chosen meanwhile.
  if (location.hash === shownHash && hash !== shownHash) history.pushState(null, '', hash);
  shownHash = hash;
  return () => showStored(text);
}

/** Reads what is stored, and says what was done. */
async function showStored(text) {
  take(await load(current.path, current.record.id));
  const { record } = current;
  const isPublic = record.status === 'publish' && /^https?:/.test(record.url);
  sayDone(
    text,
    ...(isPublic
      ? [element('a', { href: record.url, target: '_blank', rel: 'noopener' }, words.view)]
      : []),
  );
}

function add() {
  const { 'lang[new]': typed } = form.elements;
  clearError(typed);
  if (addTyped()) return;
  showError(typed, words.error_language);
  typed.focus();
}

/* Errors */

/** Returns a value of a record as text. */
function textOf(value, name, record, old) {
  if (Array.isArray(value)) return value.map((each) => textOf(each)).join(', ') || words.empty;
  if (name === 'translations')
    return Object.entries(textChanges(value, old.translations ?? {}))
      .flatMap(([tag, texts]) =>
        Object.entries(texts).map(([field, text]) => `${nameOf(tag)}: ${textOf(text, field)}`),
      )
      .join(', ');
  if (typeof value === 'object' && value !== null)
    return textOf(value.venue ?? value.organizer ?? value.name ?? value.url);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (name?.endsWith('_date')) return when({ ...record, start_date: value });
  if (name === 'event_status' || name === 'status') return wordOf(name, value);
  if (name === 'description' && value) return fromHtml(value) ?? value;
  return value ? String(value) : words.empty;
}

/** Reads the record again, lists what somebody else has changed, and keeps what was typed. */
async function resolveConflict() {
  const { record: old, asked } = current;
  const mine = read();
  const loaded = await load(current.path, old.id);
  const { record } = loaded;
  const edited = new Set(editedIn(mine));
  if (DATES.some((name) => edited.has(name))) for (const name of DATES) edited.add(name);
  const texts = editedTexts(mine.translations, current.shown.translations);
  const typed = [...form.elements]
    .filter((input) =>
      fieldOf(input) === 'translations' ? texts.includes(input) : edited.has(fieldOf(input)),
    )
    .map((input) => [input, controls(input.name).indexOf(input), input.value, input.checked]);
  const [languages, shown] = [tags(), form.elements.lang.value];
  take(loaded);
  languages.forEach(addLanguage);
  showLanguage(shown);
  const changed = [...Object.keys(mine), 'status'].filter(
    (name) =>
      !isSame(old[name], record[name]) &&
      !(edited.has(name) && isSame(mine[name], current.shown[name])) &&
      !(name === 'status' && record.status === asked),
  );
  for (const [{ name }, index, value, checked] of typed)
    Object.assign(controls(name)[index], { value, checked });
  adapt();
  // The response to the same changes was lost, and what would take them back is not known.
  if (changed.length === 0 && editedIn(read()).length === 0) {
    forget();
    showState();
    return sayDone(words.saved);
  }
  const lines = changed.map((name) =>
    element('li', {}, element('b', {}, words[name]), ` ${textOf(record[name], name, record, old)}`),
  );
  if (lines.length === 0) lines.push(element('li', {}, words.other_fields));
  say(words.conflict, element('ul', {}, ...lines), element('p', {}, words.conflict_more));
}

async function explain(error) {
  if (!(error instanceof Refusal)) throw error;
  const { status, errors } = error;
  if (error.passes) return say(status === 0 ? words.offline : words.busy, retryButton());
  failed = undefined;
  if (status === 401) return askForKey(words.refused);
  if (status === 412 && !form.hidden) return act(resolveConflict, true);
  if (errors.some(({ pointer }) => pointer !== undefined)) return showErrors(errors);
  if (status === 403) return say(words.forbidden);
  if (status === 404 || status === 410) return say(words.gone);
  say(words.failed, element('p', { lang: 'en' }, error.message));
}

const retryButton = () => button(words.retry, () => failed?.());
addEventListener('online', () => failed?.());

/**
 * Runs an action and shows its error. What is being read for an earlier one is given up.
 *
 * @param work may return the rest of it, so that another try repeats only that
 * @param locked whether nothing can be typed meanwhile, and no other action begins
 */
async function act(work, locked = false) {
  if (form.inert) return;
  const signal = giveUpReading();
  const focused = document.activeElement;
  failed = undefined;
  form.inert = locked;
  say();
  let rest = work;
  try {
    while (rest) rest = await rest();
  } catch (error) {
    if (signal.aborted) return;
    form.inert = false;
    failed = () => act(rest, locked);
    await explain(error).catch((other) => say(words.failed, element('p', {}, other.message)));
  }
  form.inert = false;
  follow();
  // Inert and removed elements lose the focus.
  if (document.activeElement !== document.body) return;
  const stops = [focused, buttons.undo, main];
  stops.find((stop) => stop.checkVisibility()).focus({ preventScroll: true });
}

/* The key */

function askForKey(text) {
  show(login, words.editor);
  say(text);
  login.elements.key.focus();
  login.onsubmit = (event) => {
    event.preventDefault();
    act(async () => {
      const typed = login.elements.key.value.trim();
      // Browsers send no other characters.
      if (/[^!-~]/.test(typed)) return askForKey(words.refused);
      keepKey(typed);
      await get('/events', { status: 'draft', per_page: 1, _fields: 'total' });
      login.reset();
      // What was typed is still in the form.
      if (isOpen) show(form, titleOf(current));
      else await route();
    });
  };
}

/* The address */

let shownHash;
/** Whether the form has a record, also while the key is asked for. */
let isOpen = false;
const isEdited = () => isOpen && editedIn(read()).length > 0;
const mayDiscard = () => !isEdited() || confirm(words.leave);

const showPage = (page) => showList(page, (next) => act(() => showPage(next)));

/** Shows what the address names, unless it is shown already; during a locked action, at its end. */
function follow() {
  if (form.inert || location.hash === shownHash) return;
  if (!mayDiscard()) return history.replaceState(null, '', shownHash);
  act(route);
}

async function route() {
  shownHash = location.hash;
  forget();
  isOpen = false;
  // Until the next one is read, nobody edits what was open, nor searches in its place.
  show(undefined, words.editor);
  if (main.dataset.needsKey && !hasKey()) return askForKey();
  const [hash, resource = 'events', id] =
    /^#(?:new|(events|series)\/(\d+))$/.exec(location.hash) ?? [];
  if (hash) return open(`/${resource}`, id);
  await showPage(1);
  show(list, words.list);
}

addEventListener('hashchange', follow);
// Links to other languages keep the place.
for (const link of document.querySelectorAll('header [lang]'))
  link.addEventListener('click', () => (link.hash = location.hash));
addEventListener('beforeunload', (event) => isEdited() && event.preventDefault());

search.addEventListener('input', () => soon(() => list.hidden || act(() => showPage(1))));
search.addEventListener('submit', (event) => event.preventDefault());
form.querySelector('[value=add]').onclick = add;
form.elements['lang[new]'].addEventListener('keydown', ({ key }) => key === 'Enter' && add());
for (const name of Object.keys(buttons))
  buttons[name].onclick = () => {
    if (STORING.includes(name) || mayDiscard()) act(() => run(name), true);
  };

follow();
