/** Member names with a special meaning in JavaScript: Nest removes them from every input. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** Objects of inputs; an entry goes with its object. Nest passes on nothing else of an input. */
const found = new WeakSet();

/** Remembers which objects of an input have such a name, before Nest removes it. */
export function noteForbiddenNames(input: unknown): void {
  for (const left = [input]; left.length > 0;) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (FORBIDDEN.some((name) => Object.hasOwn(value, name))) found.add(value);
    for (const inner of Object.values(value)) left.push(inner);
  }
}

/**
 * Whether such names were removed from an object. It is for fields whose keys the client chooses:
 * these names must be refused, not silently removed.
 */
export const hadForbiddenNames = (object: object): boolean => found.has(object);
