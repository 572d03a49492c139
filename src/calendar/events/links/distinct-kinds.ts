import { isOwnField, isOwnParameter } from '../protection';

/** What two kinds of linked records cannot share. */
interface Names {
  key: string;
  parameter: string;
  noun: string;
}

/**
 * @param added those of other modules
 * @throws Error when one of them has the key or the parameter of another kind, or of the events
 */
export function assertDistinct(all: readonly Names[], added: readonly Names[]): void {
  for (const { key, parameter, noun } of added) {
    const isTaken = (name: 'key' | 'parameter', value: string): boolean =>
      all.filter((kind) => kind[name] === value).length > 1;
    if (isOwnField(key) || isTaken('key', key))
      throw new Error(`Events cannot have "${key}" for each ${noun}: it is a field already.`);
    if (isOwnParameter(parameter) || isTaken('parameter', parameter))
      throw new Error(
        `Events cannot be filtered by "${parameter}" for each ${noun}: it is a parameter already.`,
      );
  }
}
