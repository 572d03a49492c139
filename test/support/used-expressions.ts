import { relative, resolve, sep } from 'node:path';
import { runInThisContext } from 'node:vm';

const ROOT = resolve(__dirname, '../..');
const PACKAGES = `${sep}node_modules${sep}`;

/** A regular expression that was applied to marked texts. */
export interface UsedExpression {
  expression: RegExp;
  /** A package, or a source file such as `src/app.ts`. */
  user: string;
  /** The length of the longest text. */
  longest: number;
}

/** The RegExp of Node's main context, in which the service is loaded. */
const { prototype } = runInThisContext('RegExp') as RegExpConstructor;

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;

/**
 * Records every regular expression applied to a text with a mark while `work` runs: all string
 * methods use `exec` (ECMA-262 §22.2.7.1).
 */
export async function recordExpressions(
  mark: string,
  run: () => Promise<unknown>,
): Promise<UsedExpression[]> {
  const found = new Map<string, UsedExpression>();
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

/** Returns the caller of the calling function. */
function caller(): string {
  const files = callers().filter((file) => file.startsWith(ROOT) && file !== __filename);
  const [file = 'nobody'] = files;
  if (!file.includes(PACKAGES)) return sourceOf(relative(ROOT, file).replaceAll(sep, '/'));
  const [first, second] = file.slice(file.lastIndexOf(PACKAGES) + PACKAGES.length).split(sep);
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** Returns the source of a file of the built service. */
const sourceOf = (file: string): string => file.replace(/^dist\/(.+)\.js$/, 'src/$1.ts');

/** Returns the files on the stack, the innermost first. */
function callers(): string[] {
  const shown = { prepareStackTrace: Reflect.get(Error, 'prepareStackTrace') as unknown };
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Object.assign(Error, shown);
  return files;
}
