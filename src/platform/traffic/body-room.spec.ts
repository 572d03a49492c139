import { type Body, BodyRoom } from './body-room';

describe('The room for bodies', () => {
  let room: BodyRoom;
  let refused: string[];
  beforeEach(() => {
    room = new BodyRoom(100);
    refused = [];
  });

  function body(name: string, client: string, bytes: number): Body {
    const added: Body = { client, bytes: 0, refuse: () => refused.push(name) };
    room.grow(added, bytes);
    return added;
  }

  it('takes in what fits', () => {
    body('first', 'a', 60);
    body('second', 'b', 40);
    expect(refused).toEqual([]);
  });

  it('is made by the oldest of the client who has most on its way', () => {
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

  it('is not taken twice by a body that grows', () => {
    const growing = body('growing', 'a', 50);
    for (const bytes of [60, 80, 100]) room.grow(growing, bytes);
    expect(refused).toEqual([]);
  });

  it('is kept by a body that is in use, until it is not', () => {
    const used = body('used', 'a', 90);
    room.arrived(used);
    body('refused', 'b', 20);
    room.leave(used);
    body('taken', 'b', 20);
    expect(refused).toEqual(['refused']);
  });
});
