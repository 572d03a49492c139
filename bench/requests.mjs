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

let titled = 0;

/** The body of a creation whose title no other one has. */
export const bodyOfAnother = () =>
  JSON.stringify({ ...EVENT, title: `Bench ${process.pid} ${++titled}` });

/** Creates an event. @returns {Promise<string>} the body */
export const create = (contender, body = POST.body) =>
  request(contender, '/events', { ...POST, body });

/** Reads an address. @returns {Promise<string>} the body */
export const read = (contender, path) => request(contender, path, {});

async function request(contender, path, options) {
  const answer = await fetch(addressOf(contender, path), {
    ...options,
    // `fetch` asks for compressed answers, which the bare server does not have.
    headers: { ...options.headers, 'Accept-Encoding': 'identity' },
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${contender.name} ${path}: ${answer.status} ${body}`);
  return body;
}

/** The whole address of a path of the interface. */
export const addressOf = ({ port }, path) => `http://127.0.0.1:${port}${PATH}${path}`;
