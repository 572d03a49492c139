import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../support/app';

const HARMFUL = '"</script><!-- <SCRIPT>"@a.example';

/** Columns that records for search engines are made of; they may be older than the rules for them. */
const COLUMNS: Record<string, string[]> = {
  events: ['title', 'description', 'excerpt', 'image', 'website', 'virtual_url'],
  venues: ['venue', 'description', 'address', 'city', 'zip', 'phone', 'website'],
  organizers: ['organizer', 'description', 'image', 'phone', 'website', 'email'],
};

describe('Records for search engines', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('hold nothing that ends or opens a script, whatever is stored', async () => {
    const venue = await app.createVenue();
    const organizer = await app.createOrganizer();
    const event = await app.createEvent({ venue: venue.id, organizer: organizer.id, cost: '5' });
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const values = columns.map((column) => `${column} = ?`).join(', ');
      await app.nest.get(DataSource).query(
        `UPDATE ${table} SET ${values}`,
        columns.map(() => HARMFUL),
      );
    }
    const records = { events: event, venues: venue, organizers: organizer };
    for (const [resource, { id }] of Object.entries(records)) {
      const { body } = await app.get(`/${resource}/${id}`);
      const shown = JSON.stringify(body.json_ld);
      expect(shown).toContain('&lt;/script>&lt;!-- &lt;SCRIPT>');
      expect(shown).not.toMatch(/<\/|<!--|<script/i);
    }
  });
});
