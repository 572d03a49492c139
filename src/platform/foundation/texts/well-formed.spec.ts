import { isWellFormedText } from './well-formed';

describe('isWellFormedText', () => {
  it.each(['', 'plain', 'Käse 🎉', 'line\nbreak', '\uFFFD'])('accepts %j', (text) => {
    expect(isWellFormedText(text)).toBe(true);
  });

  it.each(['a\0b', '\uD83C', 'x\uDF89', '\uDF89\uD83C'])('refuses %j', (text) => {
    expect(isWellFormedText(text)).toBe(false);
  });
});
