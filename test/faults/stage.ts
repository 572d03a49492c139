import { Keeper } from '../support/keeper';
import { Workplace } from '../support/processes';

/** What the tests of a file need to run the built service, from the first of them to the last. */
export interface Stage {
  keeper: Keeper;
  workplace: Workplace;
}

/** Builds the service, and sets the stage before the tests of a file; they leave nothing behind. */
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
