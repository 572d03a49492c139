/** The fault codes of a field or a parameter, for programs (docs/reference/errors.md#errors-of-fields). */
export const FAULT_CODES = {
  required: 'missing',
  blank: 'empty, or without visible characters',
  type: 'of another type',
  format: 'not in the required format, such as a date, a URL or a time zone',
  choice: 'not one of the allowed values',
  range: 'number or date that is too small or too large',
  length: 'text that is too long',
  count: 'list with too many entries, or text with too many words',
  characters: 'text with characters that cannot be stored',
  'not-found': 'record that does not exist, or that the caller may not link to',
  taken: 'already used by another record',
  conflict: 'contradicts another field, or the stored record',
  syntax: 'the body is not JSON; line and column are in `detail`',
  unknown: 'unknown parameter or field',
  forbidden: 'value that the caller may not set',
  invalid: 'other; see `detail`',
} as const;

export type FaultCode = keyof typeof FAULT_CODES;

/** Field names and list indexes, from the outermost to the value. */
export type Path = readonly (string | number)[];

/** One fault in the input of a request. */
export interface Fault {
  path: Path;
  code: FaultCode;
  /** The problem, without the name of the field: `must be an integer`. */
  detail: string;
  /** The part of the request, unless it follows from the rest; see `errorsOf`. */
  part?: 'parameter' | 'header';
  /**
   * The paths of other fields that this check depends on: while they are invalid, it has no result.
   */
  given?: readonly Path[];
}

/**
 * @param path the name of the field, or the path of a value in it
 * @param given the names of other fields that this depends on
 */
export const fault = (
  path: string | Path,
  code: FaultCode,
  detail: string,
  given?: readonly string[],
): Fault => ({
  path: typeof path === 'string' ? [path] : path,
  code,
  detail,
  ...(given && { given: given.map((name) => [name]) }),
});

/** Returns the faults with a path that starts with an outer path. */
export const faultsWithin = (outer: Path, faults: readonly Fault[]): Fault[] =>
  faults.map(({ given, ...one }) => ({
    ...one,
    path: [...outer, ...one.path],
    ...(given && { given: given.map((path) => [...outer, ...path]) }),
  }));

/** Field → all its faults, for clients of The Events Calendar. */
export type InvalidParams = Record<string, string>;

export function paramsOf(faults: readonly Fault[]): InvalidParams {
  const params = new Map<string, Set<string>>();
  for (const { path, detail } of faults) {
    const [field, ...inner] = path.filter((part) => typeof part === 'string') as (
      string | undefined
    )[];
    if (field === undefined) continue;
    const wrong = params.get(field) ?? new Set();
    params.set(field, wrong.add([inner.join('.'), detail].filter(Boolean).join(' ')));
  }
  return Object.fromEntries([...params].map(([field, wrong]) => [field, [...wrong].join('; ')]));
}

/** A fault in a response (RFC 9457 §3): located by a JSON pointer (RFC 6901), or by a name. */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: FaultCode;
  detail: string;
}

/**
 * @param isParameter returns true when a field of this name was sent in the query, and not in the
 * body
 */
export const errorsOf = (
  faults: readonly Fault[],
  isParameter: (name: string) => boolean,
): FieldError[] =>
  faults.map(({ path, part, code, detail }) => {
    const name = String(path.at(0) ?? '');
    if (part === 'header') return { header: name, code, detail };
    return part === 'parameter' || (path.length > 0 && isParameter(name))
      ? { parameter: name, code, detail }
      : { pointer: pointerOf(path), code, detail };
  });

/** `''` refers to the whole body. */
const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
