import { startApp, type TestApp } from '../support/app';
import { everyResource, type Resource } from '../support/promises';
import { everyRecord } from '../support/record-promises';

const RESOURCE: Resource = {
  name: 'organizers',
  kind: 'organizer',
  title: 'organizer',
  optional: {
    description: { sent: '<p>We <em>sing</em></p>', cleared: '' },
    excerpt: { sent: 'Singers', cleared: '' },
    phone: { sent: '+1 555 0200', cleared: '' },
    website: { sent: 'https://choir.example/', cleared: '' },
    email: { sent: 'hello@choir.example', cleared: '' },
    author: { sent: 7, cleared: 0 },
  },
};

describe('Organizers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  everyResource(RESOURCE, () => app);
  everyRecord(RESOURCE, () => app);
});
