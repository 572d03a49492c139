import { startApp, type TestApp } from '../support/app';
import { everyResource } from '../support/resource-tests';

describe('Events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ CURRENCY_SYMBOL: '$', CURRENCY_CODE: 'USD' });
  });
  afterAll(() => app.close());

  everyResource(
    {
      name: 'events',
      kind: 'event',
      title: 'title',
      required: { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' },
      optional: {
        description: { sent: '<p>Bring a <em>blanket</em></p>', cleared: '' },
        excerpt: { sent: 'In the park', cleared: '' },
        author: { sent: '7', cleared: '0' },
        timezone: { sent: 'Europe/Paris', cleared: 'UTC' },
        cost: { sent: '20 €', cleared: '' },
        website: { sent: 'https://concert.example/tickets?x=1', cleared: '' },
        show_map: { sent: true, cleared: false },
        show_map_link: { sent: true, cleared: false },
        hide_from_listings: { sent: true, cleared: false },
        sticky: { sent: true, cleared: false },
        featured: { sent: true, cleared: false },
        ticketed: { sent: true, cleared: false },
        custom_fields: {
          sent: { doors: { label: 'Doors open', value: '19:00' } },
          cleared: {},
        },
        event_status: { sent: 'postponed', cleared: 'scheduled' },
        is_virtual: { sent: true, cleared: false },
        virtual_event_type: { sent: 'hybrid', cleared: '' },
        virtual_url: { sent: 'https://meet.example/concert?x=1', cleared: '' },
      },
    },
    () => app,
  );
});
