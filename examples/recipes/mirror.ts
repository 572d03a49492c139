export type Fields = Record<string, unknown> & { id: number };

/** A page of `GET /changes`. */
interface Page {
  changes: { kind: string; id: number; change: string; record: Fields }[];
  sync_token: string;
  more: boolean;
}

/** A copy of the records of a calendar. */
export class Mirror {
  /** The current records: `events 7` → the record. */
  records = new Map<string, Fields>();
  private begun?: Map<string, Fields>;
  private token = '';
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Reads the changes; the first time, all records. */
  async synchronise(): Promise<void> {
    for (let more = true; more;) {
      const query = this.token === '' ? '' : `?sync_token=${this.token}`;
      const response = await fetch(`${this.root}/changes${query}`);
      if (response.status === 410) this.token = '';
      else if (!response.ok) throw new Error(`The calendar answers ${response.status}.`);
      else more = this.apply((await response.json()) as Page);
    }
    this.records = this.begun ?? this.records;
    this.begun = undefined;
  }

  private apply({ changes, sync_token, more }: Page): boolean {
    // A reading from the beginning replaces the copy when it is complete.
    if (this.token === '') this.begun = new Map();
    const records = this.begun ?? this.records;
    for (const { kind, id, change, record } of changes)
      if (change === 'deleted') records.delete(`${kind} ${id}`);
      else records.set(`${kind} ${id}`, record);
    this.token = sync_token;
    return more;
  }

  /** Returns an event with its current venues, organizers and terms. */
  event(id: number): Fields | undefined {
    const event = this.records.get(`events ${id}`);
    const all = (kind: string, linked: unknown) =>
      ([linked].flat() as Fields[]).flatMap(({ id }) => this.records.get(`${kind} ${id}`) ?? []);
    return (
      event && {
        ...event,
        venue: all('venues', event.venue),
        organizer: all('organizers', event.organizer),
        categories: all('categories', event.categories),
        tags: all('tags', event.tags),
      }
    );
  }
}
