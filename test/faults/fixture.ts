import { Keeper } from '../support/keeper';
import { Workplace } from '../support/processes';

export interface Fixture {
  keeper: Keeper;
  workplace: Workplace;
}

/**
 * Builds the service before the tests of a file, and removes all processes and files after them.
 */
export function useFixture(): Fixture {
  const fixture = {} as Fixture;
  beforeAll(async () => {
    fixture.keeper = await Keeper.start();
    fixture.workplace = await Workplace.create(fixture.keeper);
  });
  afterAll(async () => {
    await fixture.workplace.remove();
    await fixture.keeper.end();
  });
  return fixture;
}
