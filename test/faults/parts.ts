import type { Fields } from '../support/client';
import { type Entry, type Journal, type Kind, type LinkField, LINKS, type State } from './journal';

/** What an event is to be linked to: how the request says so, and what it makes of the record. */
export interface Part {
  entry: Entry;
  sent: unknown;
  /** Of a record that the request makes. */
  state?: State;
}

/** Makes up records that events are linked to. */
export class Parts {
  private number = 0;
  private readonly shared = new Map<string, Part>();

  constructor(private readonly journal: Journal) {}

  /** A record that there is already. */
  known(entry: Entry): Part {
    return { entry, sent: entry.id };
  }

  /** A record that is made within the request for the event: of its data, a term of its name alone. */
  made(field: LinkField, mark: string): Part {
    const kind = LINKS[field];
    const isTerm = kind === 'categories' || kind === 'tags';
    const { entry, sent, state } = this.record(kind, isTerm ? undefined : mark);
    return { entry, sent: isTerm ? sent.name : sent, state };
  }

  /** A term that all requests with this mark make, if it is not there yet. */
  sharedTerm(kind: 'categories' | 'tags', mark: string): Part {
    const slug = `shared-${mark}`;
    const known = this.shared.get(`${kind}/${slug}`);
    if (known) return known;
    const name = `Shared ${mark}`;
    const state = { fields: { slug, name, description: '' } };
    const part = { entry: this.journal.add(kind, slug, true), sent: name, state };
    this.shared.set(`${kind}/${slug}`, part);
    return part;
  }

  /** A record with all it can have; without a mark, of its name alone. */
  record(kind: Kind, mark?: string): { entry: Entry; sent: Fields; state: State } {
    const number = ++this.number;
    const description = mark === undefined ? '' : `<p>${mark} description ${number}</p>`;
    const contact = { phone: `+33 ${number}`, website: `https://example.org/${number}` };
    const place = { address: `${number} rue du Port`, city: 'Brest', country: 'France' };
    const sent: Fields = {
      events: {},
      venues: { venue: `Venue ${number}`, description, ...contact, ...place },
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
