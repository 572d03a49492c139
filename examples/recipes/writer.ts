/** An event of the source; `uid` is its identifier there. */
interface Source {
  uid: string;
  title: string;
  start_date: string;
  end_date: string;
}

/** Writes events of another source into the calendar. */
export class Writer {
  private readonly root: string;
  private readonly headers: Record<string, string>;

  constructor(root: string, headers: Record<string, string> = {}) {
    this.root = root;
    this.headers = headers;
  }

  /** Creates or updates an event, and restores it if it was removed. */
  write({ uid, ...fields }: Source): Promise<void> {
    return this.send('PUT', uid, { ...fields, status: 'publish' });
  }

  /** Moves an event to the trash. */
  remove(uid: string): Promise<void> {
    return this.send('DELETE', uid);
  }

  private async send(method: string, uid: string, fields?: object): Promise<void> {
    const response = await fetch(`${this.root}/events/by-uid/${encodeURIComponent(uid)}`, {
      method,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      body: fields && JSON.stringify(fields),
    });
    // The event was already removed.
    const isGone = method === 'DELETE' && [404, 410].includes(response.status);
    if (!response.ok && !isGone) throw new Error(`${method} ${uid}: ${await response.text()}`);
  }
}
