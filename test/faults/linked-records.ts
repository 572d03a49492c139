import type { Fields } from '../support/client';
import { type Entry, type Journal, type Kind, type LinkField, LINKS, type State } from './journal';

/** A link of an event: the value in the request and the linked record. */
export interface LinkValue {
  entry: Entry;
  sent: unknown;
  /** The state of a record that the same request creates. */
  state?: State;
}

export class LinkedRecordGenerator {
  private number = 0;
  private readonly shared = new Map<string, LinkValue>();

  constructor(private readonly journal: Journal) {}

  /** By its id. */
  known(entry: Entry): LinkValue {
    return { entry, sent: entry.id };
  }

  /** Creates a record within the request for the event. */
  made(field: LinkField, mark: string): LinkValue {
    const kind = LINKS[field];
    const isTerm = kind === 'categories' || kind === 'tags';
    const { entry, sent, state } = this.record(kind, isTerm ? undefined : mark);
    return { entry, sent: isTerm ? sent.name : sent, state };
  }

  /** Concurrent requests with this mark create the term, if it does not exist. */
  sharedTerm(kind: 'categories' | 'tags', mark: string): LinkValue {
    const slug = `shared-${mark}`;
    const known = this.shared.get(`${kind}/${slug}`);
    if (known) return known;
    const name = `Shared ${mark}`;
    const state = { fields: { slug, name, description: '' } };
    const part = { entry: this.journal.add(kind, slug, true), sent: name, state };
    this.shared.set(`${kind}/${slug}`, part);
    return part;
  }

  record(kind: Kind, mark?: string): { entry: Entry; sent: Fields; state: State } {
    const number = ++this.number;
    const description = mark === undefined ? '' : `<p>${mark} description ${number}</p>`;
    const contact = { phone: `+33 ${number}`, website: `https://example.org/${number}` };
    const position = { address: `${number} rue du Port`, city: 'Brest', country: 'France' };
    const sent: Fields = {
      events: {},
      venues: { venue: `Venue ${number}`, description, ...contact, ...position },
      organizers: {
        organizer: `Organizer ${number}`,
        description,
        ...contact,
        email: `${number}@example.org`,
      },
      categories: { name: `Category ${number}`, description },
      tags: { name: `Tag ${number}`, description },
    }[kind];
    const [name] = Object.values(sent) as string[];
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const fields = { slug, ...sent, ...('phone' in sent && { status: 'publish' }) };
    return { entry: this.journal.add(kind, slug), sent, state: { fields } };
  }
}
