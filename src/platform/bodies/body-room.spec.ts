import { type Body, BodyRoom } from './body-room';

describe('The room for bodies', () => {
  let room: BodyRoom;
  let refused: string[];
  beforeEach(() => {
    room = new BodyRoom(100, 10);
    refused = [];
  });

  function body(name: string, client: string, bytes: number): Body {
    const added: Body = { client, refuse: () => refused.push(name) };
    room.enter(added);
    room.grow(added, bytes);
    return added;
  }

  it('takes in what fits', () => {
    body('first', 'a', 60);
    body('second', 'b', 40);
    expect(refused).toEqual([]);
  });

  it('is made by the oldest of the client who has most in it', () => {
    body('oldest', 'a', 30);
    body('first', 'b', 20);
    body('second', 'b', 40);
    body('newest', 'c', 20);
    expect(refused).toEqual(['first']);
  });

  it('is made by as many as it takes', () => {
    body('other', 'a', 10);
    for (const name of ['first', 'second', 'third']) body(name, 'b', 30);
    body('newest', 'c', 40);
    expect(refused).toEqual(['first', 'second']);
  });

  it('is made by who has the most requests in it, where those are too many', () => {
    body('large', 'a', 90);
    for (let count = 1; count <= 12; count++) body(`small ${count}`, 'b', 0);
    expect(refused).toEqual(['small 1', 'small 2', 'small 3']);
  });

  it('is not taken twice by a body that grows, or has left', () => {
    const growing = body('growing', 'a', 50);
    for (const bytes of [60, 80, 100]) room.grow(growing, bytes);
    for (const bytes of [0, 100]) {
      room.leave(growing);
      room.grow(growing, bytes);
    }
    body('next', 'b', 100);
    expect(refused).toEqual([]);
  });

  it('is given back by what shrinks', () => {
    room.grow(body('shrinking', 'a', 90), 10);
    body('next', 'b', 90);
    expect(refused).toEqual([]);
  });
});
