import { isOwnField, isOwnParameter } from './protection';

/** The names of a kind of linked records. Key and parameter are unique. */
interface Names {
  key: string;
  parameter: string;
  noun: string;
}

/**
 * Checks that the names of all kinds are distinct.
 *
 * @param added the kinds of other modules
 * @throws Error when an added kind has the name of a field or parameter of events, or when two kinds have
 *   the same key or parameter
 */
export function assertDistinctKinds(all: readonly Names[], added: readonly Names[]): void {
  for (const { key, parameter, noun } of added) {
    if (isOwnField(key))
      throw new Error(`Events cannot have "${key}" for each ${noun}: it is a field already.`);
    if (isOwnParameter(parameter))
      throw new Error(
        `Events cannot be filtered by "${parameter}" for each ${noun}: it is a parameter already.`,
      );
  }
  // Compares all kinds: a kind with the key of the venues would be mistaken for a built-in one.
  for (const name of ['key', 'parameter'] as const)
    for (const [place, kind] of all.entries()) {
      const twin = all.slice(place + 1).find((other) => other[name] === kind[name]);
      if (twin)
        throw new Error(
          `Events cannot have the ${name} "${kind[name]}" for each ${kind.noun} ` +
            `and for each ${twin.noun}: rename one.`,
        );
    }
}
