import { Keeper } from '../support/keeper';
import { Workplace } from '../support/processes';

/** The built service and the cleanup of its processes, for all tests of a file. */
export interface Stage {
  keeper: Keeper;
  workplace: Workplace;
}

/**
 * Builds the service before the tests of a file, and removes all processes and files after them.
 */
export function setStage(): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.keeper = await Keeper.start();
    stage.workplace = await Workplace.create(stage.keeper);
  });
  afterAll(async () => {
    await stage.workplace.remove();
    await stage.keeper.end();
  });
  return stage;
}
