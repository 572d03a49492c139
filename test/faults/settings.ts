const { FAULTS, FAULTS_SEED = '20270501' } = process.env;

/** The long version of all scenarios, instead of the one that is part of every run of the tests. */
export const isFull = FAULTS === 'full';

/** What chance begins with; the moments at which processes end differ from run to run all the same. */
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

/** A `describe` that is left out on machines without a database server, unless all must be tested. */
export const describeOnServer = isTested(server) ? describe : describe.skip;
/** The same for a test that runs beside the others of its `describe`. */
export const concurrentOnServer = isTested(server) ? it.concurrent : it.concurrent.skip;
/** A `describe` that is left out on machines without Galera, unless all must be tested. */
export const describeOnCluster = isTested(galera) ? describe : describe.skip;

/** Path of a `mariadbd` or `mysqld`. @throws when there is none, with the cure */
export function serverProgram(): string {
  if (server === undefined) throw new Error(noServer);
  return server;
}

/** Path of the Galera library. @throws when there is none, with the cure */
export function galeraLibrary(): string {
  if (galera === undefined) throw new Error(noGalera);
  return galera;
}
