import { Keeper } from '../../support/keeper';
import { createDatabase } from '../../support/databases/create-database';
import { NON_DURABLE } from '../../support/databases/non-durable';
import { PrivateServer, productOf } from '../../support/databases/private-server';
import { memoryFolder } from '../../support/memory-folder';
import { Workplace } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';

const { server: program } = globalThis as unknown as { server?: string };
const MEGABYTES = 256;

const onMariaDb = program !== undefined && productOf(program) === 'MariaDB' ? it : it.skip;

describe('The start on a server that refuses a required setting', () => {
  onMariaDb('ends with a sentence that says what', async () => {
    const keeper = await Keeper.start(memoryFolder(MEGABYTES));
    const workplace = await Workplace.create();
    try {
      const server = await PrivateServer.create({
        program: String(program),
        keeper,
        name: 'server',
        options: [...NON_DURABLE, '--skip-innodb', '--default-storage-engine=Aria'],
      });
      server.install();
      await server.start();
      const DATABASE_URL = await createDatabase(server.url);
      const { stderr } = await runInProcess(workplace.folder, ['keys', 'list'], { DATABASE_URL });
      expect(stderr).toBe(
        `The database server at 127.0.0.1:${server.port} does not accept a session ` +
          "setting that the service needs: Unknown storage engine 'InnoDB'.\n",
      );
    } finally {
      await workplace.remove();
      await keeper.end();
    }
  });
});
