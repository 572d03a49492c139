/**
 * Metadata that decorators attach to classes, such as entities. Subclasses inherit it, unless they
 * have their own.
 */
export class ClassMetadata<T> {
  private readonly entries = new WeakMap<object, T>();

  set(type: object, value: T): void {
    this.entries.set(type, value);
  }

  /** Returns the metadata of a class, or of its nearest superclass. */
  of(type: object): T | undefined {
    for (
      let at: object | null = type;
      at !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      const value = this.entries.get(at);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
