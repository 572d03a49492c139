import { startApp, type TestApp } from '../support/app';
import { everyResource, type Resource } from '../support/resource-tests';
import { everyTerm } from '../support/term-tests';

const RESOURCE: Resource = {
  name: 'tags',
  kind: 'tag',
  title: 'name',
  optional: { description: { sent: 'Under <b>open</b> sky', cleared: '' } },
};

describe('Tags', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  everyResource(RESOURCE, () => app);
  everyTerm(RESOURCE, () => app);
});
