import { type TestResponse, type CreatedRecord, startApp, type TestApp } from '../../support/app';
import { STATUSES } from '../../support/callers';
import { everyProtectedList } from '../../support/protected-events';

const PASSWORD = 'open sesame';

describe('The password of an event', () => {
  let app: TestApp;
  let event: CreatedRecord;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    event = await app.createEvent({ password: PASSWORD });
  });

  const path = (): string => `/events/${event.id}`;
  const isRefused = ({ status, body }: TestResponse): void => {
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'event-password-protected' });
  };

  it.each([
    ['two texts as two attempts', (text: string) => `other ${text}`, 5],
    ['one text in query and body as one attempt', (text: string) => text, 10],
    ['an empty text in the body as no attempt', () => '', 10],
  ])('counts %s', async (_how, inBody, requests) => {
    const guess = (text: string): Promise<TestResponse> =>
      app.patch(path(), { password: inBody(text) }, { query: { password: text } });
    for (let sent = 1; sent <= requests; sent++) isRefused(await guess(`guess ${sent}`));
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  it('is not checked if another text of the same request was the last allowed attempt', async () => {
    for (let guess = 1; guess <= 9; guess++)
      isRefused(await app.get(path(), { password: `guess ${guess}` }));
    const { status } = await app.patch(
      path(),
      { password: PASSWORD },
      { query: { password: 'guess 10' } },
    );
    expect(status).toBe(429);
  });
});

// Two more lists, with all filters, are tested in test/api/events-password.test.ts.
everyProtectedList({
  statuses: STATUSES,
  lists: [
    'publish,draft',
    'draft,publish',
    'publish,trash',
    'future',
    'draft',
    'pending',
    'private',
    'trash',
    'future,private',
    STATUSES.join(),
  ],
  share: 3,
});
