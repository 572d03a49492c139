/**
 * Metadata that decorators attach to classes, such as entities. Subclasses inherit it, unless they
 * have their own.
 */
export class ClassNotes<Note> {
  private readonly notes = new WeakMap<object, Note>();

  set(type: object, note: Note): void {
    this.notes.set(type, note);
  }

  /** Returns the metadata of a class, or of its nearest superclass. */
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
