import { startApp, type TestApp } from '../support/app';

describe('Categories', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('are created', async () => {
    const a = await app.createCategory({ name: 'Open Air' });
    const b = await app.createCategory({ name: 'Open Air', parent: a.id });
    const r = [
     b,
     await app.post('/categories', { name: 'open air', parent: a.id}),
     await app.post('/categories/'+a.id, { parent: b.id}),
     await app.get('/categories', { parent: a.id, hide_empty: 0}),
     await app.get('/categories', { parent: 77, hide_empty: 0}),
     await app.delete('/categories/'+a.id),
     await app.get('/categories', { parent: 0, hide_empty: 0}),
     await app.createOrganizer({email: 'a@example.org'}),
    ];
    console.log(JSON.stringify(r, null, 1));
  });
});
