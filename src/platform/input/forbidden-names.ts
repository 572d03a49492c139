/** Names of members that mean something to JavaScript itself: Nest takes them out of every input. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

const found = new WeakSet();

/** Remembers which objects of an input have such a name, before it is taken out of them. */
export function noteForbiddenNames(input: unknown): void {
  for (const left = [input]; left.length > 0;) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (FORBIDDEN.some((name) => Object.hasOwn(value, name))) found.add(value);
    for (const inner of Object.values(value)) left.push(inner);
  }
}

/**
 * Whether such names have been taken out of an object of the input, for fields whose names are the
 * client's: they are to be refused, and not to vanish.
 */
export const hadForbiddenNames = (object: object): boolean => found.has(object);
