/** The key of a description: `tags.name`, `sound-checks.list.page`. */
const KEY = /^[\w-]+(\.\w+)+$/;

/** The key of a description of an answer's key: `tags.record.count`. */
const OF_ANSWER = /^[\w-]+\.record\./;

/** True when a key describes an answer: its text is translated only on the documentation page. */
export const isOfAnswer = (key: string): boolean => OF_ANSWER.test(key);

/** Copies a document and maps its texts, at any depth; undefined removes a text. */
export function mapTexts<T>(
  document: T,
  textOf: (name: string, text: string) => string | undefined,
): T {
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [
        name,
        typeof inner === 'string' ? textOf(name, inner) : mapped(inner),
      ]),
    );
  };
  return mapped(document) as T;
}

/**
 * Copies a document and replaces the keys of its descriptions by texts. A description whose key has
 * no text is removed.
 */
export const translateDescriptions = <T>(
  document: T,
  textOf: (key: string) => string | undefined,
): T =>
  mapTexts(document, (name, text) =>
    name === 'description' && KEY.test(text) ? textOf(text) : text,
  );

/** Returns the unique keys of a document's descriptions, in its order. */
export function keysOf(document: unknown): string[] {
  const keys = new Set<string>();
  translateDescriptions(document, (key) => {
    keys.add(key);
    return key;
  });
  return [...keys];
}
