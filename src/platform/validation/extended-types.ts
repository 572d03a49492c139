import { Injectable, type Type } from '@nestjs/common';

/** An original class, and the extended class that replaces it. */
export type ExtendedType = readonly [original: Type, extended: Type];

/**
 * The input and response types that modules have added fields to. Decorators are global, and another
 * application in the process may lack these modules. So each application has its own extended
 * classes, which replace the classes named by its routes. An extended class has the name of the
 * original in the documents (`@ApiSchema({ name })`).
 */
@Injectable()
export class ExtendedTypes {
  private readonly sources: (() => readonly ExtendedType[])[] = [];
  private known?: ReadonlyMap<Type, Type>;

  /**
   * @param source is called once, at the first use of the types: all providers exist by then
   */
  add(source: () => readonly ExtendedType[]): void {
    this.sources.push(source);
  }

  /** Returns the extended class of a class, or the class itself. */
  of<T extends Type | undefined>(type: T): T | Type {
    return (type && this.all.get(type)) ?? type;
  }

  /** Original class → extended class. */
  get all(): ReadonlyMap<Type, Type> {
    return (this.known ??= new Map(this.sources.flatMap((source) => source())));
  }
}
