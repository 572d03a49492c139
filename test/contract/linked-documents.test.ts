import { createApp } from '../../src/app';
import { DocumentsService } from '../../src/platform/openapi';
import { readSettings } from '../../src/settings';
import { createTestDatabase } from '../support/databases';
import { LinkedSpeakersModule } from '../support/linked-speakers';

it('The OpenAPI documents include linked records of modules, also without a started service', async () => {
  const database = await createTestDatabase();
  const settings = readSettings({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  const app = await createApp(settings, { modules: [LinkedSpeakersModule] });
  const { components } = await app.get(DocumentsService).in('en');
  await app.close();
  await database.drop();
  expect(components?.schemas?.CreateEvent).toHaveProperty('properties.speakers');
});
