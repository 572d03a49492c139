import { printable, printableLine } from './printable';

describe('printable', () => {
  it.each([
    ['\u001b]0;title\u0007\u001b[2J', '\\u001b]0;title\\u0007\\u001b[2J'],
    ['\u009b31m\u007f\r\b', '\\u009b31m\\u007f\\u000d\\u0008'],
    ['\u202etxt.exe\u2066', '\\u202etxt.exe\\u2066'],
    ['Café 日本 👩‍🎤\n\tat x', 'Café 日本 👩‍🎤\n\tat x'],
  ])('shows the control characters of %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('keeps parts of a line on it', () => {
    expect(printableLine('one\r\n\ttwo\u001b[A')).toBe('one two\\u001b[A');
  });
});
