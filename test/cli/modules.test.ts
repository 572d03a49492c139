import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLOSE_CONNECTION } from '../support/processes';
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
const { columnsFor, Command, CommandContext, CommandRunner, createTable, Database, OnCommitted,
  ServiceModule, SettingsOf, wholeNumber } = ours('./dist/platform');

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

// Programs are started while other tests run.
jest.setTimeout(180_000);

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

  it('are part of the service started by npm start', async () => {
    const { printed, end } = await given.workplace.serve({ ...settings, SEATS: '12' });
    const answer = await fetch(`${printed.Interface}/seats`, { headers: CLOSE_CONNECTION });
    expect(await answer.json()).toEqual({ seats: 12 });
    const described = await fetch(printed.Document, { headers: CLOSE_CONNECTION });
    const document = (await described.json()) as { paths: object };
    expect(document.paths).toHaveProperty('/seats');
    expect((await end('SIGTERM')).code).toBe(0);
  });

  it('add commands', async () => {
    const { workplace } = given;
    expect((await workplace.run(['--help'], settings)).stdout).toMatch(
      /^ {2}seats +Counts seats$/m,
    );
    expect(await workplace.run(['seats'], settings)).toEqual({
      code: 0,
      stdout: '0 of 7\n',
      stderr: '',
    });
  });

  it('receive the changes of a command in its process, and add tables', async () => {
    const { workplace } = given;
    const { code, stdout } = await workplace.run(['seed', '--events', '3'], settings);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(heard of \d+\n)+3 events/)]);
    const reverted = await workplace.run(['migration', 'revert'], settings);
    expect(reverted.stdout).toBe('reverted  CreateSeats1999999999999\n');
  });

  it('are included in the report of the command i18n', async () => {
    const { code, stdout } = await given.workplace.run(['i18n'], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^All texts are translated\.$/m);
    expect(stdout).toMatch(/^i18n\/de\/seats\.json is missing \(1 text\)\.$/m);
  });

  it('stop a command with a message if they cannot be found', async () => {
    const wrong = { ...settings, MODULES: './none.js' };
    const { code, stderr } = await given.workplace.run(['migration', 'show'], wrong);
    const sentence = /^MODULES: \.\/none\.js cannot be found from .*\n$/;
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });

  it('stop the start with a message if their settings are invalid', async () => {
    await expect(given.workplace.serve({ ...settings, SEATS: '0' })).rejects.toThrow(
      /^exit code 1: SEATS must be a whole number from 1 to 99\n$/,
    );
  });
});
