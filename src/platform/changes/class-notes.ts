/**
 * What decorators say of classes, such as entities. It also holds for classes that extend them, unless
 * they say something else themselves.
 */
export class ClassNotes<Note> {
  private readonly notes = new WeakMap<object, Note>();

  set(type: object, note: Note): void {
    this.notes.set(type, note);
  }

  /** What is said of a class, or of the nearest one that it extends. */
  of(type: object): Note | undefined {
    for (
      let at: object | null = type;
      at !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      const note = this.notes.get(at);
      if (note !== undefined) return note;
    }
    return undefined;
  }
}
