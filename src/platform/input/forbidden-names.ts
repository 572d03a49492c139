/** Names of members that mean something to JavaScript itself: Nest takes them out of every input. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

const found = new WeakMap<object, readonly string[]>();

/** Remembers which of the names the objects of an input have, before they are taken out of it. */
export function noteForbiddenNames(input: unknown): void {
  for (const left = [input]; left.length > 0;) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const names = FORBIDDEN.filter((name) => Object.hasOwn(value, name));
    if (names.length > 0) found.set(value, names);
    for (const inner of Object.values(value)) left.push(inner);
  }
}

/**
 * Which names have been taken out of an object of the input, for fields whose names are the client's:
 * they are to be refused, and not to vanish.
 */
export const forbiddenNames = (object: object): readonly string[] => found.get(object) ?? [];
