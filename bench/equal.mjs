import { create, newEvent, read } from './requests.mjs';

/** Values that differ between creations: ids and times. */
const OF_ONE_CREATION = [
  [/\/events\/\d+/g, '/events/<id>'],
  [/("id":|\?id=)\d+/g, '$1<id>'],
  [/("uid":")\d+/g, '$1<id>'],
  [/"(date|date_utc|modified|modified_utc)":"[^"]*"/g, '"$1":"<time>"'],
];

/**
 * Asserts that the responses of both servers are equal, byte for byte: else they could not be compared.
 *
 * @param ids ids of existing events
 * @throws Error with the first difference
 */
export async function assertEqual(service, bare, ids) {
  for (const path of ['/events', '/events?page=2', ...ids.map((id) => `/events/${id}`)])
    compare(path, ...(await Promise.all([service, bare].map((each) => responseOf(each, path)))));
  const event = newEvent(service.links);
  const created = [];
  for (const each of [service, bare]) created.push(await create(each, event));
  const [one, other] = created.map((body, place) =>
    OF_ONE_CREATION.reduce(
      (text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
      withoutPort(body, [service, bare][place]),
    ),
  );
  compare('POST /events', one, other);
}

const responseOf = async (contender, path) => withoutPort(await read(contender, path), contender);

const withoutPort = (body, { port }) => body.replaceAll(`127.0.0.1:${port}`, '<host>');

function compare(what, one, other) {
  if (one === other) return;
  let place = 0;
  while (one[place] === other[place]) place++;
  const around = (text) => text.slice(Math.max(0, place - 60), place + 60);
  throw new Error(
    `The responses to ${what} differ:\n  service …${around(one)}…\n  bare    …${around(other)}…`,
  );
}
