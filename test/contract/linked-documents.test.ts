import { createApp } from '../../src/app';
import { Documents } from '../../src/platform/documents/openapi';
import { readSettings } from '../../src/settings';
import { createTestDatabase } from '../support/databases';
import { LinkedSpeakersModule } from '../support/linked-speakers';

it('The documents have what modules link to events, also when the service is not started', async () => {
  const database = await createTestDatabase();
  const settings = readSettings({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const app = await createApp(settings, { modules: [LinkedSpeakersModule] });
  const { components } = await app.get(Documents).in('en');
  await app.close();
  await database.drop();
  expect(components?.schemas?.CreateEvent).toHaveProperty('properties.speakers');
});
