import { startApp, type TestApp } from '../support/app';

describe('Tags', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('are created', async () => {
    const tag = await app.createTag({ name: 'Open Air' });
    expect(tag).toMatchObject({ name: 'Open Air', slug: 'open-air' });
    console.log(await app.createVenue());
  });
});
