import { type Body, BodyMemory } from './body-memory';

describe('BodyMemory', () => {
  let memory: BodyMemory;
  let refused: string[];
  beforeEach(() => {
    memory = new BodyMemory(100, 10);
    refused = [];
  });

  function body(name: string, client: string, bytes: number): Body {
    const added: Body = { client, refuse: () => refused.push(name) };
    memory.enter(added);
    memory.grow(added, bytes);
    return added;
  }

  it('accepts bodies within the limit', () => {
    body('first', 'a', 60);
    body('second', 'b', 40);
    expect(refused).toEqual([]);
  });

  it('refuses the oldest body of the client that uses the most memory', () => {
    body('oldest', 'a', 30);
    body('first', 'b', 20);
    body('second', 'b', 40);
    body('newest', 'c', 20);
    expect(refused).toEqual(['first']);
  });

  it('refuses as many bodies as necessary', () => {
    body('other', 'a', 10);
    for (const name of ['first', 'second', 'third']) body(name, 'b', 30);
    body('newest', 'c', 40);
    expect(refused).toEqual(['first', 'second']);
  });

  it('refuses bodies of the client with the most requests when there are too many bodies', () => {
    body('large', 'a', 90);
    for (let count = 1; count <= 12; count++) body(`small ${count}`, 'b', 0);
    expect(refused).toEqual(['small 1', 'small 2', 'small 3']);
  });

  it('counts a growing body once, and a removed body not at all', () => {
    const growing = body('growing', 'a', 50);
    for (const bytes of [60, 80, 100]) memory.grow(growing, bytes);
    for (const bytes of [0, 100]) {
      memory.leave(growing);
      memory.grow(growing, bytes);
    }
    body('next', 'b', 100);
    expect(refused).toEqual([]);
  });

  it('frees memory when a body shrinks', () => {
    memory.grow(body('shrinking', 'a', 90), 10);
    body('next', 'b', 90);
    expect(refused).toEqual([]);
  });
});
