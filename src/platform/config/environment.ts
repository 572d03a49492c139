import { existsSync, readFileSync } from 'node:fs';
import { orSuggest, suggestion } from '../texts';
import { SettingsError } from './settings';
import type { Variables } from './settings-of';

const FILE = '.env';
const BYTE_ORDER_MARK = '\uFEFF';

/** Other variables that the file may contain: of Node, of OpenTelemetry, and of `import tec`. */
const OTHERS = /^(?:NODE_|OTEL_|IMPORT_KEY$)/;

/**
 * Reads the environment variables of this process, and the file `.env` in the working directory.
 * Variables of the process take precedence, but `EDITOR` with the name of a program is not ours: npm and
 * shells set it.
 *
 * @throws SettingsError when the file exists and cannot be read
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (!['on', 'off'].includes(process.env.EDITOR ?? '')) delete process.env.EDITOR;
  if (!existsSync(FILE)) return process.env;
  try {
    process.loadEnvFile(FILE);
  } catch (error) {
    throw new SettingsError(`The file ${FILE} cannot be read: ${(error as Error).message}`);
  }
  return process.env;
}

/**
 * Validates the names in the file `.env`: a misspelt `ACCESS` would silently leave the service open.
 *
 * @throws SettingsError that names every line that is no setting
 */
export function assertKnownLines(variables: Variables): void {
  if (!existsSync(FILE)) return;
  const wrong = wrongLines(readFileSync(FILE, 'utf8'), Object.keys(variables));
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'));
}

/** Returns a sentence for each line of a file of settings that sets none of the variables. */
export function wrongLines(text: string, variables: readonly string[]): string[] {
  return withoutQuoted(text)
    .split(/\r?\n/)
    .flatMap((line, index) => {
      const [, name, equals] = /^\s*(?:export\s+)?([^\s=#]*)\s*(=?)/.exec(line) ?? [];
      if (line.trim() === '' || /^\s*#/.test(line)) return [];
      const where = `${FILE}, line ${index + 1}:`;
      // Node reads it as part of the name.
      if (line.startsWith(BYTE_ORDER_MARK))
        return [`${where} the byte order mark hides this line. Save it as UTF-8 without.`];
      if (name === '' || equals === '') return [`${where} a setting is written as NAME=value.`];
      if (variables.includes(name) || OTHERS.test(name)) return [];
      const unknown = `${where} ${name} is not a setting of the service or its modules`;
      return [orSuggest(unknown, suggestion(name.toUpperCase(), variables))];
    });
}

/** Removes the values in quotation marks, which may have several lines; marks in a comment begin none. */
const withoutQuoted = (text: string): string =>
  text.replace(/^[ \t]*#.*|=[ \t]*(["'`])[^]*?\1/gm, (matched: string, mark?: string) =>
    mark === undefined ? matched : `=${'\n'.repeat(matched.split('\n').length - 1)}`,
  );
