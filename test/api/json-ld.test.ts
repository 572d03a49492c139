import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../support/app';

const HARMFUL = '"</script><!-- <SCRIPT>"@a.example';

/** The columns shown in JSON-LD; stored values may be older than the validation. */
const COLUMNS: Record<string, string[]> = {
  events: ['title', 'description', 'excerpt', 'image', 'website', 'virtual_url'],
  venues: ['venue', 'description', 'address', 'city', 'zip', 'phone', 'website'],
  organizers: ['organizer', 'description', 'image', 'phone', 'website', 'email'],
};

describe('JSON-LD', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('cannot open or close a script element with any stored text', async () => {
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
