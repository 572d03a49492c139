import { isOwnField, isOwnParameter } from '../protection';

/** What two kinds of linked records cannot share. */
interface Names {
  key: string;
  parameter: string;
  noun: string;
}

/**
 * @param added those of other modules
 * @throws Error when one of them has a name that the events have already, or when two kinds have the
 *   same key or parameter
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
  // Among all: a kind with the key of the venues would be taken for one of the calendar.
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
