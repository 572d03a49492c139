import { spawnSync } from 'node:child_process';

/** What to tell somebody whose calendars nobody has imported. */
export const NO_KHAL = 'install khal';

/** The command of khal, or undefined. */
export const findKhal = () => runs('khal');

const runs = (command) => (spawnSync(command, ['--version']).status === 0 ? command : undefined);
