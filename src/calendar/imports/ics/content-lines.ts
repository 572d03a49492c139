import { isUtf8 } from 'node:buffer';
import { unreadable } from '../import-source';

export interface ContentLine {
  number: number;
  text: string;
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [9, 10, 13, 32];
const BREAK = /[\r\n]/;
/** Line breaks with the white space after them, and the break at the end. */
const FOLDS = /\r?\n(?:[ \t]|$)|\r$/g;
/** Longer lines are cut: no imported value is so long. */
const LENGTH_MAX = 1_000_000;

/**
 * Splits a calendar into unfolded lines. Programs fold lines inside a character, so that a line is decoded after it
 * is unfolded.
 */
export class ContentLines {
  /** The beginning of an incomplete line, one character for each octet. */
  private rest = '';
  private number = 1;
  private breaks = 0;
  /** Whether the rest ends with a line break: the next octet decides whether the line continues. */
  private isBroken = false;

  *add(chunk: Buffer): Generator<ContentLine> {
    if (chunk.length === 0) return;
    let line = this.isBroken && !isFolded(chunk[0]) ? this.end() : undefined;
    if (line) yield line;
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
      this.breaks++;
      if (at + 1 === chunk.length || isFolded(chunk[at + 1])) continue;
      this.hold(chunk, start, chunk[at - 1] === CARRIAGE_RETURN ? at - 1 : at);
      line = this.end();
      if (line) yield line;
      start = at + 1;
    }
    this.hold(chunk, start, chunk.length);
    this.isBroken = chunk[chunk.length - 1] === LINE_FEED;
  }

  end(): ContentLine | undefined {
    const { number, rest } = this;
    this.number += this.breaks;
    this.breaks = 0;
    this.rest = '';
    const text = decoded(BREAK.test(rest) ? rest.replace(FOLDS, '') : rest, number);
    return text.trim() === '' ? undefined : { number, text };
  }

  private hold(chunk: Buffer, start: number, end: number): void {
    // Copied: a slice would keep the whole chunk in memory.
    if (this.rest.length < LENGTH_MAX)
      this.rest += chunk.toString('latin1', start, Math.min(end, start + LENGTH_MAX));
  }
}

const isFolded = (octet: number): boolean => octet === SPACE || octet === TAB;

const ASCII = /^[\0-\x7f]*$/;
const MARK = '\ufeff';

function decoded(octets: string, number: number): string {
  if (ASCII.test(octets)) return octets;
  const content = Buffer.from(octets, 'latin1');
  if (!isUtf8(content)) throw unreadable(`Line ${number} is not UTF-8.`);
  const text = content.toString();
  return number === 1 && text.startsWith(MARK) ? text.slice(1) : text;
}
