import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

export interface Translation {
  /** With the name of the file: `tags.name`, `events.list.page`. */
  key: string;
  /** Blank: not translated yet. */
  text: string;
  /** From 1. */
  line: number;
}

export interface Mistake {
  /** From 1. */
  line: number;
  /** In plain words, without terms of JSON. */
  reason: string;
}

const QUOTES = 'a key or a text stands outside of straight quotes ("); inside of them write \\"';
const REASONS: Partial<Record<string, string>> = {
  InvalidSymbol: QUOTES,
  PropertyNameExpected: 'a key is missing; the last line takes no comma',
  ValueExpected: 'a text is missing',
  ColonExpected: 'the colon between key and text is missing',
  CommaExpected: 'the comma at the end is missing',
  CloseBraceExpected: 'the closing } is missing',
  EndOfFileExpected: 'something follows after the last }',
  UnexpectedEndOfString: 'the quote (") at the end is missing',
  InvalidEscapeCharacter: 'a backslash is written \\\\',
  InvalidCharacter: 'a text holds a tab',
  InvalidCommentToken: 'JSON has no comments',
};

/**
 * Parses an object of texts and nested objects in JSON (RFC 8259).
 *
 * @param name of the file, which is the prefix of its keys
 * @returns the texts in their order; or the mistakes without texts
 */
export function readTranslationTexts(
  content: string,
  name: string,
): { translations: Translation[]; mistakes: Mistake[] } {
  const source = content.replace(/^\uFEFF/, '');
  const lineOf = lineFinder(source);
  const garbled = source.indexOf('\uFFFD');
  if (garbled !== -1) return broken(lineOf(garbled), 'a letter is not saved as UTF-8');
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true });
  const [error] = errors;
  if (error) return broken(lineOf(offsetOf(error, source)), wordsOf(error));
  if (root?.type !== 'object') return broken(1, 'the file must begin with { and end with }');
  return flatten(root, `${name}.`, lineOf);
}

/** Returns a function that finds the line of an offset, from 1; fast for ascending offsets. */
function lineFinder(source: string): (offset: number) => number {
  let line = 1;
  let start = 0;
  return (offset) => {
    if (offset < start) [line, start] = [1, 0];
    for (let end = source.indexOf('\n', start); end !== -1 && end < offset; line++) {
      start = end + 1;
      end = source.indexOf('\n', start);
    }
    return line;
  };
}

const broken = (line: number, reason: string) => ({
  translations: [],
  mistakes: [{ line, reason }],
});

/** A missing token is reported at the end of the text before it, often on the line above. */
function offsetOf({ error, offset }: ParseError, source: string): number {
  return /^(?!EndOfFile).*Expected$/.test(printParseErrorCode(error))
    ? source.slice(0, offset).trimEnd().length
    : offset;
}

const wordsOf = ({ error }: ParseError): string =>
  REASONS[printParseErrorCode(error)] ?? 'the file is not JSON';

function flatten(
  object: Node,
  prefix: string,
  lineOf: (offset: number) => number,
): { translations: Translation[]; mistakes: Mistake[] } {
  const translations: Translation[] = [];
  const mistakes: Mistake[] = [];
  const seen = new Set<string>();
  for (const { children: [name, value] = [] } of object.children ?? []) {
    const key = prefix + String(name.value);
    const line = lineOf(name.offset);
    if (seen.has(key)) mistakes.push({ line, reason: `"${String(name.value)}" is there twice` });
    seen.add(key);
    if (value.type === 'string') translations.push({ key, text: String(value.value), line });
    else if (value.type === 'object') {
      const inner = flatten(value, `${key}.`, lineOf);
      translations.push(...inner.translations);
      mistakes.push(...inner.mistakes);
    } else mistakes.push({ line, reason: `"${String(name.value)}" must be a text in quotes` });
  }
  return { translations, mistakes };
}
