import { PATH } from './contenders.mjs';

export const EVENT = {
  title: 'Bench',
  start_date: '2027-05-01 10:00:00',
  end_date: '2027-05-01 12:00:00',
};
export const POST = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(EVENT),
};

/** Creates an event. @returns {Promise<Response>} */
export const create = (contender) => fetch(addressOf(contender, '/events'), POST);

/** As the other calls: `fetch` asks for compressed answers, which the bare server does not have. */
const UNCOMPRESSED = { headers: { 'Accept-Encoding': 'identity' } };

/** Reads an address. @returns {Promise<string>} the body */
export async function read(contender, path) {
  const answer = await fetch(addressOf(contender, path), UNCOMPRESSED);
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${contender.name} ${path}: ${answer.status} ${body}`);
  return body;
}

/** The whole address of a path of the interface. */
export const addressOf = ({ port }, path) => `http://127.0.0.1:${port}${PATH}${path}`;
