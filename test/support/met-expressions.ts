import { relative, resolve, sep } from 'node:path';
import { runInThisContext } from 'node:vm';

const ROOT = resolve(__dirname, '../..');
const PACKAGES = `${sep}node_modules${sep}`;

/** A regular expression that texts were held against. */
export interface MetExpression {
  expression: RegExp;
  /** The package that did it first, or the file of ours, such as `src/app.ts`. */
  user: string;
  /** Characters of the longest of the texts. */
  longest: number;
}

/** Of the service, which Node has loaded beside the context that tests run in. */
const { prototype } = runInThisContext('RegExp') as RegExpConstructor;

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;

/**
 * Runs something and notes every regular expression that meets a text with a mark in it: all that
 * texts do with expressions goes through their `exec` (ECMA-262 §22.2.7.1).
 */
export async function metExpressions(
  mark: string,
  run: () => Promise<unknown>,
): Promise<MetExpression[]> {
  const found = new Map<string, MetExpression>();
  const exec: Exec = Reflect.get(prototype, 'exec');
  prototype.exec = function (text) {
    if (typeof text === 'string' && text.includes(mark)) {
      const known = found.get(String(this));
      if (known) known.longest = Math.max(known.longest, text.length);
      else found.set(String(this), { expression: this, user: caller(), longest: text.length });
    }
    return exec.call(this, text);
  };
  try {
    await run();
  } finally {
    prototype.exec = exec;
  }
  return [...found.values()];
}

/** Who has called what has called this. */
function caller(): string {
  const files = callers().filter((file) => file.startsWith(ROOT) && file !== __filename);
  const [file = 'nobody'] = files;
  if (!file.includes(PACKAGES)) return relative(ROOT, file).replaceAll(sep, '/');
  const [first, second] = file.slice(file.lastIndexOf(PACKAGES) + PACKAGES.length).split(sep);
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** The files of the code that is being run, the innermost first. */
function callers(): string[] {
  const shown = { prepareStackTrace: Reflect.get(Error, 'prepareStackTrace') as unknown };
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Object.assign(Error, shown);
  return files;
}
