import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLOSE_CONNECTION, type Outcome } from '../support/processes';
import { runInProcess } from '../support/run-in-process';
import { setUpEachTest } from './databases/set-up';

const ROOT = join(__dirname, '../..');

/** A compiled external module in plain JavaScript. */
const SEATING = `
const { createRequire } = require('node:module');
const { join } = require('node:path');
const ours = createRequire(${JSON.stringify(join(ROOT, 'package.json'))});
const { Controller, Get, Module } = ours('@nestjs/common');
const { TypeOrmModule } = ours('@nestjs/typeorm');
const { EntitySchema } = ours('typeorm');
const { ApiOkResponse, ApiOperation, ApiTags } = ours('@nestjs/swagger');
const { Command, CommandRunner } = ours('nest-commander');
const { columnsFor, CommandContext, createTable, Database, OnCommitted, ServiceModule,
  SettingsOf, wholeNumber } = ours('./dist/platform');

class SeatingSettings extends SettingsOf({ SEATS: wholeNumber(1, 99)({ default: 7 }) }) {}

const Seat = new EntitySchema({ name: 'seats', tableName: 'seats',
  columns: { id: { type: Number, primary: true, generated: true } } });

class CreateSeats1999999999999 {
  async up(runner) { await createTable(runner, 'seats', [columnsFor(runner).id()], []); }
  async down(runner) { await runner.dropTable('seats'); }
}

class SeatsController {
  constructor(settings) { this.settings = settings; }
  list() { return { seats: this.settings.SEATS }; }
}
const route = [SeatsController.prototype, 'list',
  Object.getOwnPropertyDescriptor(SeatsController.prototype, 'list')];
Get()(...route);
ApiOperation({ operationId: 'countSeats', summary: 'Count seats' })(...route);
ApiOkResponse({ description: 'Their number.' })(...route);
ApiTags('seats')(SeatsController);
Controller('seats')(SeatsController);
Reflect.defineMetadata('design:paramtypes', [SeatingSettings], SeatsController);

class Listener {
  hear(changes) { process.stdout.write('heard of ' + changes.length + '\\n'); }
}
OnCommitted('events')(Listener.prototype, 'hear',
  Object.getOwnPropertyDescriptor(Listener.prototype, 'hear'));

class SeatsCommand extends CommandRunner {
  constructor(context) { super(); this.context = context; }
  async run() {
    const count = await this.context.run(SeatingModule, (service) =>
      service.get(Database).select(Seat, 'seat').getCount());
    process.stdout.write(count + ' of ' + this.context.settings.of(SeatingSettings).SEATS + '\\n');
  }
}
Command({ name: 'seats', description: 'Counts seats' })(SeatsCommand);
Reflect.defineMetadata('design:paramtypes', [CommandContext], SeatsCommand);

class SeatingModule {}
ServiceModule({ settings: [SeatingSettings], migrations: [CreateSeats1999999999999],
  commands: [SeatsCommand], i18n: join(__dirname, 'i18n') })(SeatingModule);
Module({ imports: [TypeOrmModule.forFeature([Seat])], controllers: [SeatsController],
  providers: [Listener] })(SeatingModule);
exports.default = SeatingModule;
`;

describe('The modules of MODULES', () => {
  const given = setUpEachTest();
  let settings: Record<string, string>;

  beforeEach(async () => {
    const { folder } = given.workplace;
    await mkdir(join(folder, 'i18n/en'), { recursive: true });
    await writeFile(join(folder, 'i18n/en/seats.json'), '{ "row": "Row." }');
    await writeFile(join(folder, 'seating.js'), SEATING);
    settings = { DATABASE_URL: given.database.url, MODULES: './seating.js' };
  });

  const run = (...command: string[]): Promise<Outcome> =>
    runInProcess(given.workplace.folder, command, settings);

  it('are part of the service started by npm start', async () => {
    const { printed, end } = await given.workplace.serve({ ...settings, SEATS: '12' });
    const response = await fetch(`${printed.Interface}/seats`, { headers: CLOSE_CONNECTION });
    expect(await response.json()).toEqual({ seats: 12 });
    const described = await fetch(printed.OpenAPI, { headers: CLOSE_CONNECTION });
    const document = (await described.json()) as { paths: object };
    expect(document.paths).toHaveProperty('/seats');
    expect((await end('SIGTERM')).code).toBe(0);
  });

  it('add commands', async () => {
    expect((await run('--help')).stdout).toMatch(/^ {2}seats +Counts seats$/m);
    expect(await run('seats')).toEqual({ code: 0, stdout: '0 of 7\n', stderr: '' });
  });

  it('receive the changes of a command in its process, and add tables', async () => {
    const { code, stdout } = await run('seed', '--events', '3');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(heard of \d+\n)+3 events/)]);
    const reverted = await run('migration', 'revert');
    expect(reverted.stdout).toBe('reverted  CreateSeats1999999999999\n');
  });

  it('are included in the report of the command i18n', async () => {
    const { code, stdout } = await run('i18n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^All texts are translated\.$/m);
    expect(stdout).toMatch(/^i18n\/de\/seats\.json is missing \(1 text\)\.$/m);
  });

  it.each([
    [{ MODULES: './none.js' }, /^MODULES: \.\/none\.js cannot be found from .*\n$/],
    [{ SEATS: '0' }, /^SEATS must be a whole number from 1 to 99\n$/],
  ])('stop a command with a message for the settings %j', async (wrong, sentence) => {
    Object.assign(settings, wrong);
    const { code, stderr } = await run('seats');
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });
});
