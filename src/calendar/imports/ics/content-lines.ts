import { isUtf8 } from 'node:buffer';
import { Problem } from '../../../platform/foundation/errors';

/** An unfolded line (RFC 5545 §3.1). */
export interface ContentLine {
  /** The number of its first line in the file. */
  number: number;
  text: string;
}

const LINE_FEED = 10;
/** Longer lines are cut: no imported value is so long. */
const LENGTH_MAX = 1_000_000;

/**
 * Splits the text of a calendar into unfolded lines. Programs fold lines inside a character, so that a line is
 * decoded after it is unfolded.
 */
export class ContentLines {
  /** The beginning of a line whose end has not arrived, one character for each octet. */
  private rest = '';
  private number = 0;
  private current?: { number: number; parts: string[]; length: number };

  /** Returns the lines that are complete. */
  add(chunk: Buffer): ContentLine[] {
    const lines: ContentLine[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      // Each line is a string of its own: a part of a string would keep the whole chunk in memory.
      const text = chunk.toString('latin1', start, end === -1 ? chunk.length : end);
      if (this.rest.length < LENGTH_MAX) this.rest += text;
      if (end === -1) return lines;
      const line = this.unfold(this.rest);
      if (line) lines.push(line);
      this.rest = '';
      start = end + 1;
    }
  }

  /** Returns the last lines. */
  end(): ContentLine[] {
    return [this.unfold(this.rest), this.finish()].filter((line) => line !== undefined);
  }

  /** Returns the line before, if this line does not continue it. */
  private unfold(physical: string): ContentLine | undefined {
    this.number++;
    const line = physical.endsWith('\r') ? physical.slice(0, -1) : physical;
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    if (isFolded && this.current) {
      const { current } = this;
      const part = line.slice(1, 1 + LENGTH_MAX - current.length);
      if (part !== '') current.parts.push(part);
      current.length += part.length;
      return undefined;
    }
    const before = this.finish();
    const text = line.slice(0, LENGTH_MAX);
    this.current = { number: this.number, parts: [text], length: text.length };
    return before;
  }

  private finish(): ContentLine | undefined {
    if (!this.current) return undefined;
    const { number, parts } = this.current;
    this.current = undefined;
    const text = decoded(parts.join(''), number);
    return text.trim() === '' ? undefined : { number, text };
  }
}

const ASCII = /^[\0-\x7f]*$/;
const MARK = '\ufeff';

function decoded(octets: string, number: number): string {
  if (ASCII.test(octets)) return octets;
  const content = Buffer.from(octets, 'latin1');
  if (!isUtf8(content))
    throw new Problem('import-unreadable', { message: `Line ${number} is not UTF-8.` });
  const text = content.toString();
  return number === 1 && text.startsWith(MARK) ? text.slice(1) : text;
}
