import type { EventRecord } from '../../src/calendar/events/event-record';
import { PARAMETERS, readsHidden } from '../../src/calendar/events/protection';
import { ApiKeys } from '../../src/platform/auth';
import { type TestResponse, type Fields, startApp, type TestApp } from './app';
import type { Status } from './callers';

const PASSWORD = 'open Sesame & more ';
const AUTHORS = { contributor: 10, author: 20, stranger: 30 };
const PLACE = { geo_lat: 50, geo_lng: 8 };

interface Made {
  title: string;
  status: Status;
  author: number;
  isProtected: boolean;
}

const SERVICES = [
  { access: 'open', authors: [AUTHORS.stranger], callers: ['nobody'] },
  {
    access: 'protected',
    authors: Object.values(AUTHORS),
    callers: ['contributor', 'author', 'editor'],
  },
] as const;

interface Lists {
  /** The statuses of the test events. */
  statuses: readonly Status[];
  /** The values of the list parameter `status`. */
  lists: readonly string[];
  /** The number of lists that share the filters; 1: each list is tested with all filters. */
  share?: number;
}

/** Tests list filters on protected events, for callers who may and may not edit them. */
export function everyProtectedList({ statuses, lists, share = 1 }: Lists): void {
  describe.each(SERVICES)('Protected events with ACCESS=$access', (service) => {
    let app: TestApp;
    const made: Made[] = [];
    const keys: Record<string, string | undefined> = {};
    const filters: Record<string, Fields> = {
      featured: { featured: true },
      ticketed: { ticketed: true },
      is_virtual: { is_virtual: true },
      geoloc: { geoloc: true },
      radius: { geoloc_lat: PLACE.geo_lat, geoloc_lng: PLACE.geo_lng, geoloc_radius: 1 },
      box: { bbox: '-180,-90,180,90' },
    };

    const send = (
      caller: string,
      method: string,
      path: string,
      rest: Fields,
    ): Promise<TestResponse> =>
      app.request(method, path, {
        ...rest,
        headers: keys[caller] === undefined ? {} : { Authorization: `Bearer ${keys[caller]}` },
      });

    const make = async (status: Status, author: number, password?: string): Promise<void> => {
      const title = `${status} of ${author}, ${password ? 'protected' : 'open'}`;
      const body = {
        title,
        author,
        password,
        status: status === 'trash' ? 'draft' : status,
        ...(status === 'future' && { date: '2031-01-01' }),
        start_date: '2030-05-01 10:00',
        end_date: '2030-05-01 12:00',
        featured: true,
        ticketed: true,
        is_virtual: true,
        event_status: 'canceled',
        venue: { venue: 'Hideout', ...PLACE },
        organizer: { organizer: 'Secret organizer' },
        categories: ['Secret category'],
        tags: ['Secret tag'],
      };
      const response = await send('editor', 'POST', '/events', { body });
      expect({ title, status: response.status }).toEqual({ title, status: 201 });
      const event = response.body as unknown as EventRecord;
      if (status === 'trash')
        await send('editor', 'DELETE', `/events/${event.id}`, { query: { password } });
      filters.venue = { venue: (event.venue as { id: number }).id };
      filters.organizer = { organizer: event.organizer[0].id };
      filters.categories = { categories: event.categories[0].id };
      filters.tags = { tags: event.tags[0].id };
      filters['venue and tags'] = { ...filters.venue, ...filters.tags };
      made.push({ title, status, author, isProtected: password !== undefined });
    };

    const titles = async (caller: string, query: Fields): Promise<string[]> => {
      const { status, body } = await send(caller, 'GET', '/events', {
        query: { start_date: '2030-01-01', end_date: '2031-01-01', per_page: 50, ...query },
      });
      expect(status).toBe(200);
      const found = (body.events as EventRecord[]).map(({ title }) => title).sort();
      expect(body.total).toBe(found.length);
      return found;
    };

    beforeAll(async () => {
      app = await startApp({ ACCESS: service.access });
      if (service.access === 'protected')
        for (const role of ['contributor', 'author', 'editor'] as const)
          keys[role] = await app.nest
            .get(ApiKeys)
            .create(role, role, role === 'editor' ? 40 : AUTHORS[role], new Date());
      for (const status of statuses)
        for (const author of service.authors) {
          await make(status, author, PASSWORD);
          await make(status, author);
        }
    });
    afterAll(() => app.close());

    it('are tested with every filter by a hidden key', () => {
      const tested = new Set(Object.values(filters).flatMap((query) => Object.keys(query)));
      const hidden = [...PARAMETERS.keys()].filter(readsHidden);
      expect(hidden.filter((name) => !tested.has(name))).toEqual([]);
    });

    describe.each([...service.callers.entries()])('for caller %i, %s,', (turn, caller) => {
      const seesAll = caller === 'editor' || caller === 'nobody';
      const isOwn = ({ author }: Made): boolean => !seesAll && author === AUTHORS[caller];
      const isListed = (event: Made): boolean =>
        seesAll || event.status === 'publish' || isOwn(event);
      /** Callers who may edit an event see all of it. */
      const isShown = (event: Made): boolean =>
        caller === 'editor' ||
        (isOwn(event) && (caller === 'author' || !['publish', 'future'].includes(event.status)));

      it.each([...lists.entries()])(
        'are found in list %i, of %s, only by visible values',
        async (index, status) => {
          const listed = made.filter((made) => status.includes(made.status) && isListed(made));
          // The list of published events finds by links alone, independent of the caller.
          const mayFind = (event: Made): boolean =>
            status === 'publish' ? caller === 'editor' : isShown(event);
          const found = listed.filter((event) => !event.isProtected || mayFind(event));
          const names = (events: Made[]): string[] => events.map(({ title }) => title).sort();
          expect(await titles(caller, { status })).toEqual(names(listed));
          const chosen = Object.entries(filters).filter((_, n) => (n + index + turn) % share === 0);
          for (const [name, filter] of chosen)
            expect({ name, titles: await titles(caller, { status, ...filter }) }).toEqual({
              name,
              titles: names(found),
            });
          expect(await titles(caller, { status, geoloc: false })).toEqual(
            names(listed.filter((event) => !found.includes(event))),
          );
          expect(await titles(caller, { status, event_status: 'canceled' })).toEqual(names(listed));
          for (const flag of ['featured', 'ticketed', 'is_virtual'])
            expect(await titles(caller, { status, [flag]: false })).toEqual([]);
        },
      );
    });
  });
}
