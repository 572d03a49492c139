import type { ListedEvent } from '../../events';
import { eventsWithinLimit } from '../feed-events';
import { csvTable, tableRows } from './table-row';

/** Letters for the tag of a language: `aa`, `ab` and so on. */
const letters = (index: number): string =>
  String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));

const event = (id: number, language: string): ListedEvent =>
  ({
    event: {
      id,
      title: 'T',
      start_date: '2027-05-01 10:00:00',
      end_date: '2027-05-01 11:00:00',
      organizer: [],
      categories: [],
      tags: [],
      venue: [],
      translations: { [language]: { title: 't' } },
    },
  }) as unknown as ListedEvent;

async function* rows(languageOf: (id: number) => string) {
  const row = tableRows();
  for (let id = 0; id < 600; id++) yield row(event(id, await Promise.resolve(languageOf(id))));
}

describe('the size of a table', () => {
  const sizeOf = async (languageOf: (id: number) => string, most: number) => {
    const found = await eventsWithinLimit(rows(languageOf), most);
    return [found.length, Buffer.byteLength(csvTable(found))];
  };

  it('is limited when every row has another language', async () => {
    const [length, size] = await sizeOf(letters, 100_000);
    expect(length).toBeLessThan(300);
    expect(size).toBeGreaterThan(90_000);
    expect(size).toBeLessThan(105_000);
  });

  it('is that of the rows when they have the same languages', async () => {
    const [length] = await sizeOf(() => 'fr', 1_000_000);
    expect(length).toBe(600);
  });
});
