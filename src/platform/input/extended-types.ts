import { Injectable, type Type } from '@nestjs/common';

/** An original class, and the one that stands in its place. */
export type ExtendedType = readonly [original: Type, extended: Type];

/**
 * Types of inputs and answers that modules have added fields to. Decorators are global, and another
 * application of the process may be without these modules: so each application has classes of its
 * own, which stand in the place of those that its routes name. The extended class has the name of the
 * original in the documents (`@ApiSchema({ name })`).
 */
@Injectable()
export class ExtendedTypes {
  private readonly sources: (() => readonly ExtendedType[])[] = [];
  private known?: ReadonlyMap<Type, Type>;

  /** @param source is asked once, when the types are first needed: all providers are there then */
  add(source: () => readonly ExtendedType[]): void {
    this.sources.push(source);
  }

  /** What stands in the place of a class: itself, unless it is extended. */
  of<T extends Type | undefined>(type: T): T | Type {
    return (type && this.all.get(type)) ?? type;
  }

  /** Original class → extended class. */
  get all(): ReadonlyMap<Type, Type> {
    return (this.known ??= new Map(this.sources.flatMap((source) => source())));
  }
}
