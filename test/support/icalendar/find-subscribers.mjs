import { spawnSync } from 'node:child_process';

/** What to tell somebody whose calendars nobody has imported. */
export const NO_KHAL = 'install khal';

/** What to tell somebody to whose calendars nobody has subscribed. */
export const NO_VDIRSYNCER = 'install vdirsyncer';

/** The command of khal, or undefined. */
export const findKhal = () => runs('khal');

/** The command of vdirsyncer, or undefined. */
export const findVdirsyncer = () => runs('vdirsyncer');

const runs = (command) => (spawnSync(command, ['--version']).status === 0 ? command : undefined);
