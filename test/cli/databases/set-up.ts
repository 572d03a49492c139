import { createTestDatabase, type TestDatabase } from '../../support/databases';
import { Workplace } from '../../support/processes';

export interface SetUp {
  workplace: Workplace;
  database: TestDatabase;
}

/** Builds the service, and creates an empty folder and an empty database for each test. */
export function setUpEachTest(): SetUp {
  const given = {} as SetUp;
  beforeEach(async () => {
    given.workplace = await Workplace.create();
    given.database = await createTestDatabase();
  });
  afterEach(async () => {
    await given.workplace.remove();
    await given.database.drop();
  });
  return given;
}
