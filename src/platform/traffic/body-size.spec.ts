import { bodySize } from './body-size';

describe('The room that a body needs', () => {
  it.each([
    [{}, 0],
    [{ 'content-length': '0' }, 0],
    [{ 'content-length': '70' }, 70],
    [{ 'content-length': '101' }, 100],
    [{ 'content-length': '9'.repeat(400) }, 100],
    [{ 'transfer-encoding': 'chunked' }, 100],
    [{ 'content-length': '70', 'content-encoding': 'gzip' }, 100],
    [{ 'content-encoding': 'gzip' }, 0],
  ])('with the header %j is %i bytes, where 100 are allowed', (headers, size) => {
    expect(bodySize({ headers }, 100)).toBe(size);
  });
});
