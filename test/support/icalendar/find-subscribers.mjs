import { spawnSync } from 'node:child_process';

/** The message when khal is not found. */
export const NO_KHAL = 'install khal';

/** The message when vdirsyncer is not found. */
export const NO_VDIRSYNCER = 'install vdirsyncer';

/** The message when Radicale is not found. */
export const NO_RADICALE = 'install radicale';

/** Returns the command of khal, or undefined. */
export const findKhal = () => runs('khal');

/** Returns the command of vdirsyncer, or undefined. */
export const findVdirsyncer = () => runs('vdirsyncer');

/** Returns the command of Radicale, or undefined. */
export const findRadicale = () => runs('radicale');

const runs = (command) => (spawnSync(command, ['--version']).status === 0 ? command : undefined);
