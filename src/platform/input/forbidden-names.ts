/** Member names with a special meaning in JavaScript: Nest removes them from every input. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** Input objects that had a forbidden name. Nest passes no other information about an input. */
const found = new WeakSet();

/** Records the objects of an input that have a forbidden name, before Nest removes it. */
export function noteForbiddenNames(input: unknown): void {
  for (const left = [input]; left.length > 0;) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (FORBIDDEN.some((name) => Object.hasOwn(value, name))) found.add(value);
    for (const inner of Object.values(value)) left.push(inner);
  }
}

/**
 * True when forbidden names were removed from an object. It is for fields whose keys the client
 * chooses: these names must be refused, not silently removed.
 */
export const hadForbiddenNames = (object: object): boolean => found.has(object);
