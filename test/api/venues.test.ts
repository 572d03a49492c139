import { startApp, type TestApp } from '../support/app';
import { everyResource, type Resource } from '../support/promises';
import { everyRecord } from '../support/record-promises';

const RESOURCE: Resource = {
  name: 'venues',
  kind: 'venue',
  title: 'venue',
  optional: {
    description: { sent: '<p>Old <em>and</em> large</p>', cleared: '' },
    excerpt: { sent: 'Old', cleared: '' },
    address: { sent: '1 Main St', cleared: '' },
    city: { sent: 'Springfield', cleared: '' },
    country: { sent: 'United States', cleared: '' },
    province: { sent: 'Quebec', cleared: '' },
    state: { sent: 'OR', cleared: '' },
    zip: { sent: '97477', cleared: '' },
    phone: { sent: '+1 555 0100', cleared: '' },
    stateprovince: { sent: 'Oregon', cleared: '' },
    website: { sent: 'https://hall.example/', cleared: '' },
    show_map: { sent: false, cleared: true },
    show_map_link: { sent: false, cleared: true },
    author: { sent: 7, cleared: 0 },
  },
};

describe('Venues', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  everyResource(RESOURCE, () => app);
  everyRecord(RESOURCE, () => app);
});
