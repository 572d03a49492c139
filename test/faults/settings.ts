const { FAULTS, FAULTS_SEED = '20270501' } = process.env;

/** True for the long version of all scenarios; the short version runs with every test run. */
export const isFull = FAULTS === 'full';

/** The seed of the random generator; the moments at which processes are killed still vary. */
export const seed = Number(FAULTS_SEED);

interface Found {
  server?: string;
  galera?: string;
  noServer: string;
  noGalera: string;
}
const { server, galera, noServer, noGalera } = globalThis as unknown as Found;

const isTested = (program: string | undefined): boolean =>
  program !== undefined || process.env.CI === 'true';

export const describeOnServer = isTested(server) ? describe : describe.skip;
export const concurrentOnServer = isTested(server) ? it.concurrent : it.concurrent.skip;
export const describeOnCluster = isTested(galera) ? describe : describe.skip;

export function serverProgram(): string {
  if (server === undefined) throw new Error(noServer);
  return server;
}

/** @throws Error with installation instructions when there is none */
export function galeraLibrary(): string {
  if (galera === undefined) throw new Error(noGalera);
  return galera;
}
