import type { Fields, TestApp } from './app';

const comparedParts = async (response: Response): Promise<Fields> => ({
  text: await response.text(),
  ...Object.fromEntries(
    ['etag', 'last-modified', 'content-length'].map((name) => [name, response.headers.get(name)]),
  ),
});

/**
 * Writes a record, and expects the same bytes from a later read.
 *
 * @param path the path of the list for a POST, else of the record
 * @param query the query of the read
 * @returns the path of the record
 */
export async function writeAndRead(
  app: TestApp,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  fields: Fields = {},
  query = '',
): Promise<string> {
  const headers = { 'Accept-Encoding': 'identity', 'Content-Type': 'application/json' };
  const body = JSON.stringify(fields);
  const written = await fetch(`${app.url}${path}`, { method, headers, body });
  const response = await comparedParts(written);
  expect([written.status, response]).toEqual([method === 'POST' ? 201 : 200, response]);
  const { id } = JSON.parse(String(response.text)) as { id: number };
  const item = method === 'POST' ? `${path}/${id}` : path;
  expect(response).toEqual(
    await comparedParts(await fetch(`${app.url}${item}${query}`, { headers })),
  );
  return item;
}
