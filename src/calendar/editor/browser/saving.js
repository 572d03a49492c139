/* Saves the record in the form, and remembers how to take that back. */

import { changesIn, current, read, setCurrent } from './form.js';
import { mainLanguage, textChanges } from './languages.js';
import { send } from './service.js';

/** A request that creates a record, until its response has arrived. */
let pending;
/** The requests that take the last action back, and the address to show then. */
export let undo;

export const setUndo = (address, ...requests) => (undo = { address, requests });

/** Forgets what belongs to the record that was open. */
export const forget = () => (undo = pending = undefined);

export const addressOf = ({ path, record }) => `${path}/${record.id}`;

/** Returns a random key; `randomUUID` is missing in pages over plain HTTP. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');

/**
 * Sends a creation, and keeps it for repetition until its response has arrived.
 *
 * @param earlier the requests that come before its deletion, to take it back
 */
async function create(path, body, values, earlier = []) {
  pending = { path, body, values, earlier, key: newKey() };
  await finishCreation();
}

async function finishCreation() {
  const { path, body, values, earlier, key } = pending;
  try {
    const { record, tag } = await send('POST', path, body, { 'Idempotency-Key': key });
    setCurrent({ ...current, path, record, tag, shown: values });
    const requests = [...earlier, ['DELETE', addressOf(current)]];
    setUndo(requests[0][1], ...requests);
    pending = undefined;
  } catch (error) {
    if (!error.passes && error.status !== 401) pending = undefined;
    throw error;
  }
}

async function update(changes) {
  setCurrent({ ...current, asked: changes.status });
  const { record, tag } = await send('PATCH', addressOf(current), changes, {
    'If-Match': current.tag,
  });
  setCurrent({ ...current, record, tag });
}

/** Moves a record to the trash, unless it is there, as after a lost response. */
export const remove = (path, headers) =>
  send('DELETE', path, undefined, headers).catch((error) => {
    if (error.status !== 410) throw error;
  });

/** Returns the values of a new record that say something. */
const sentOf = (values) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => !['false', '""', '[]', '{}'].includes(JSON.stringify(value)),
    ),
  );

/** Stores the form; returns whether anything was sent. */
export async function store(status) {
  const values = read();
  const before = current;
  const wanted = status && status !== current.record?.status && { status };
  if (pending) await finishCreation();
  else if (!current.record) {
    const body = { ...sentOf(values), language: mainLanguage(), ...wanted };
    await create(values.rrule ? '/series' : '/events', body, values);
    return true;
  }
  const { rrule, ...changes } = { ...changesIn(values), ...wanted };
  const isSeries = current.path === '/series';
  if (isSeries && rrule) changes.rrule = rrule;
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) {
    const { status: was } = current.record;
    const old = pick({ ...current.shown, status: was }, Object.keys(changes));
    if (changes.translations) old.translations = textChanges(old.translations, values.translations);
    const address = addressOf(current);
    await update(changes);
    setUndo(address, was === 'trash' ? ['DELETE', address] : ['PATCH', address, old]);
  }
  if (!isSeries && rrule) {
    const event = addressOf(current);
    const body = { event: current.record.id, rrule };
    const earlier = isChanged ? undo.requests : [];
    await create('/series', body, values, [['PATCH', event, { series: 0 }], ...earlier]);
  }
  return isChanged || current !== before;
}

const pick = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));
