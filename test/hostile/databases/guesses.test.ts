import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { passwordQuotas, targetQuota } from '../../../src/platform/access/guesses/quota';
import type { Answer, TestApp } from '../../support/app';
import {
  basic,
  credential,
  GuessedInstances,
  LIMIT,
  newAddress,
  password,
  RIGHT,
} from '../../support/guessed-instances';
import { preventWrites } from '../../support/prevent-writes';

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

/** The number of responses by status. */
async function countStatuses(answers: Promise<Answer>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const rows = (app: TestApp, where = ''): Promise<{ hash: string; guesses: number }[]> =>
  app.nest.get(DataSource).query(`SELECT hash, guesses FROM guess_counts ${where}`);

describe('A burst of attempts', () => {
  it('with passwords is limited like sequential attempts', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const guesses = Array.from({ length: 40 }, (_, n) =>
      password(one, event, `guess ${n}`, address),
    );
    expect(await countStatuses(guesses)).toEqual({ 403: LIMIT, 429: 30 });
    expect((await password(one, event, RIGHT, address)).status).toBe(429);
  });

  it('with passwords on two instances has the same limit', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const guesses = Array.from({ length: 40 }, (_, n) =>
      password(n % 2 ? one : other, event, `guess ${n}`, address),
    );
    expect(await countStatuses(guesses)).toEqual({ 403: LIMIT, 429: 30 });
    for (const app of [one, other])
      expect((await password(app, event, RIGHT, address)).status).toBe(429);
  });

  it('with the right password is accepted, and does not count', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const burst = (): Promise<Record<number, number>> =>
      countStatuses(Array.from({ length: 40 }, () => password(one, event, RIGHT, address)));
    expect(await burst()).toEqual({ 200: 40 });
    for (let guess = 1; guess < LIMIT; guess++)
      expect((await password(one, event, `guess ${guess}`, address)).status).toBe(403);
    expect(await burst()).toEqual({ 200: 40 });
    expect((await password(other, event, RIGHT, address)).status).toBe(200);
    expect((await password(one, event, 'the last', address)).status).toBe(403);
    expect(await burst()).toEqual({ 429: 40 });
  });

  it('with credentials on two instances is limited like sequential attempts', async () => {
    const address = newAddress();
    const wrong = Array.from({ length: 40 }, (_, n) =>
      credential(n % 2 ? one : other, basic('importer', `wrong ${n}`), address),
    );
    expect(await countStatuses(wrong)).toEqual({ 401: LIMIT, 429: 30 });
  });
});

describe('Attempts at one instance', () => {
  it('count at an instance started later', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    for (let guess = 1; guess <= LIMIT; guess++)
      await password(one, event, `guess ${guess}`, address);
    const later = await instances.startLater();
    expect((await password(later, event, RIGHT, address)).status).toBe(429);
    await later.close();
  });
});

describe('Attempts from all addresses at one event', () => {
  const OF_ALL = 1000;

  it('are limited, except for clients that have opened it before', async () => {
    const [event, another] = [await newEvent(), await newEvent()];
    const reader = newAddress();
    expect((await password(one, event, RIGHT, reader)).status).toBe(200);
    const [quota] = [targetQuota(`event ${event}`)];
    expect(quota.most).toBe(OF_ALL);
    expect((await password(one, event, 'first', newAddress())).status).toBe(403);
    await one.nest
      .get(DataSource)
      .query(`UPDATE guess_counts SET guesses = ${OF_ALL - 1} WHERE hash = '${quota.key}'`);
    expect((await password(one, event, 'last', newAddress())).status).toBe(403);
    for (const app of [one, other]) {
      const { status, headers } = await password(app, event, RIGHT, newAddress());
      expect({ status, hasWait: Number(headers.get('retry-after')) > 800 }).toEqual({
        status: 429,
        hasWait: true,
      });
    }
    expect((await password(one, event, RIGHT, reader)).status).toBe(200);
    // Unproven credentials are not checked any more, whatever their address.
    expect((await password(one, event, 'wrong', reader)).status).toBe(429);
    expect((await password(one, another, RIGHT, newAddress())).status).toBe(200);
  });
});

describe('The table of attempts', () => {
  it('does not grow for refused attempts or right passwords', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const before = (await rows(one)).length;
    for (let guess = 1; guess <= 3 * LIMIT; guess++)
      await password(guess % 2 ? one : other, event, `guess ${guess}`, address);
    const quotas = [...passwordQuotas(address, `event ${event}`), targetQuota(`event ${event}`)];
    const found = await rows(one);
    expect(found).toHaveLength(before + quotas.length);
    for (const { key: hash } of quotas)
      expect(found.find((row) => row.hash === hash)?.guesses).toBe(LIMIT);
    await credential(one, basic('importer', key), newAddress());
    expect(await rows(one)).toHaveLength(before + quotas.length);
  });

  it('is purged of old rows', async () => {
    const old = Array.from({ length: 250 }, (_, n) => `('old ${n}', 1, '2020-01-01 00:00:00')`);
    await one.nest
      .get(DataSource)
      .query(`INSERT INTO guess_counts (hash, guesses, ends_utc) VALUES ${old.join(', ')}`);
    const app = await instances.startLater();
    expect((await credential(app, basic('importer', 'wrong'), newAddress())).status).toBe(401);
    while ((await rows(app, "WHERE hash LIKE 'old %'")).length > 0) await sleep(50);
    await app.close();
  });
});

describe('If attempts cannot be stored', () => {
  it('right passwords are accepted, and the instance counts wrong ones in memory', async () => {
    const [event, address] = [await newEvent(), newAddress()];
    const app = await instances.startLater({ DATABASE_TIMEOUT: '1' });
    const end = await preventWrites(app, 'guess_counts');
    try {
      expect((await password(app, event, RIGHT, newAddress())).status).toBe(200);
      const guesses = Array.from({ length: 20 }, (_, n) =>
        password(app, event, `guess ${n}`, address),
      );
      expect(await countStatuses(guesses)).toEqual({ 403: LIMIT, 429: 10 });
      expect((await password(app, event, RIGHT, address)).status).toBe(429);
      for (let guess = 1; guess <= LIMIT; guess++)
        expect((await credential(app, basic('importer', 'wrong'), address)).status).toBe(401);
      expect((await credential(app, basic('importer', key), address)).status).toBe(429);
      expect((await credential(app, basic('importer', key), newAddress())).status).toBe(200);
    } finally {
      await end();
      await app.close();
    }
  });
});
