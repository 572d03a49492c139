import { isWellFormedText } from './well-formed';

describe('A well-formed text', () => {
  it.each(['', 'plain', 'Käse 🎉', 'line\nbreak', '\uFFFD'])('may be %j', (text) => {
    expect(isWellFormedText(text)).toBe(true);
  });

  it.each(['a\0b', '\uD83C', 'x\uDF89', '\uDF89\uD83C'])('is never %j', (text) => {
    expect(isWellFormedText(text)).toBe(false);
  });
});
