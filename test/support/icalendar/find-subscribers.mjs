import { spawnSync } from 'node:child_process';

export const NO_KHAL = 'install khal';

export const NO_VDIRSYNCER = 'install vdirsyncer';

export const NO_RADICALE = 'install radicale';

export const findKhal = () => runs('khal');

export const findVdirsyncer = () => runs('vdirsyncer');

export const findRadicale = () => runs('radicale');

const runs = (command) => (spawnSync(command, ['--version']).status === 0 ? command : undefined);
