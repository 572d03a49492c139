import { Clock } from '../../src/platform/storage/database';
import type { TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';
import {
  basic,
  credential,
  GuessedInstances,
  LIMIT,
  newAddress,
  password,
  RIGHT,
} from '../support/guessed-instances';

const MINUTE = 60_000;

let instances: GuessedInstances;
let one: TestApp;
let other: TestApp;
let key: string;
const newEvent = (): Promise<number> => instances.newEvent();

beforeAll(async () => {
  instances = await GuessedInstances.start();
  ({ one, other, key } = instances);
});
afterAll(() => instances.close());

// Bursts and failing writes are tested in test/hostile/databases/guesses.test.ts.
describe('Attempts at one instance', () => {
  it('count at the others until they expire: passwords', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    expect((await password(other, event, RIGHT, address)).status).toBe(200);
    for (let guess = 1; guess <= LIMIT; guess++)
      expect((await password(one, event, `guess ${guess}`, address)).status).toBe(403);
    const { status, headers } = await password(other, event, RIGHT, address);
    expect(status).toBe(429);
    const seconds = Number(headers.get('retry-after'));
    expect([seconds > 800, seconds <= 900]).toEqual([true, true]);
    expect((await password(other, event, RIGHT, newAddress())).status).toBe(200);
    const later = new Date(Date.now() + 16 * MINUTE);
    fakeDate(later);
    for (const app of [one, other]) {
      jest.spyOn(app.nest.get(Clock), 'now').mockReturnValue(later);
      expect((await password(app, event, RIGHT, address)).status).toBe(200);
    }
    expect((await password(one, event, 'wrong again', address)).status).toBe(403);
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('count at the others: credentials', async () => {
    const address = newAddress();
    for (let guess = 1; guess <= LIMIT; guess++)
      expect((await credential(one, basic('importer', 'wrong'), address)).status).toBe(401);
    expect((await credential(other, basic('importer', key), address)).status).toBe(429);
    expect((await credential(other, basic('importer', key), newAddress())).status).toBe(200);
  });
});

it('with a refused credential do not count under other names', async () => {
  const address = newAddress();
  // 100 are allowed per address: with the refused ones, these would be 100.
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const burst = Array.from({ length: 2 * LIMIT }, (_, n) =>
      credential(one, basic(name, `wrong ${n}`), address),
    );
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
  }
  expect((await credential(one, basic('f', 'wrong'), address)).status).toBe(401);
});
