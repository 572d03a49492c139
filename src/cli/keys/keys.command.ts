import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { ApiKeys, type Role, ROLES } from '../../platform/access';
import { readEnvironment, readSettings } from '../../platform/config';
import { Clock } from '../../platform/database';
import { withCalendar } from '../calendar';
import { CommandError } from '../command-error';
import { CommandGroup } from '../command-group';
import { KeysModule } from './keys.module';

const NAME_MAX = 100;
const AUTHOR_MAX = 2_147_483_647;

interface NewKey {
  name: string;
  role: Role;
  author: number;
}

function withKeys<T>(work: (keys: ApiKeys, clock: Clock) => Promise<T>): Promise<T> {
  return withCalendar(readSettings(readEnvironment()), KeysModule, (calendar) =>
    work(calendar.get(ApiKeys), calendar.get(Clock)),
  );
}

@SubCommand({ name: 'create', description: 'Makes a key and prints it, this once' })
export class KeysCreateCommand extends CommandRunner {
  async run(_parameters: string[], { name, role, author }: NewKey): Promise<void> {
    const key = await withKeys((keys, clock) => keys.create(name, role, author, clock.now()));
    if (key === undefined) throw new CommandError(`There is a key with the name ${name} already.`);
    process.stdout.write(`${key}\n`);
  }

  @Option({ flags: '--name <name>', description: 'whose key it is', required: true })
  readName(name: string): string {
    // Basic credentials are `<name>:<key>` (RFC 7617 §2).
    if (/^[^:\s]+$/.test(name) && name.length <= NAME_MAX) return name;
    throw new CommandError(
      `--name must be a word of at most ${NAME_MAX} characters, without a colon.`,
    );
  }

  @Option({
    flags: '--role <role>',
    description: ROLES.filter((role) => role !== 'anonymous').join(', '),
    required: true,
  })
  readRole(role: string): Role {
    const known = ROLES.find((name) => name === role && name !== 'anonymous');
    if (known !== undefined) return known;
    throw new CommandError(`--role must be one of ${ROLES.slice(1).join(', ')}.`);
  }

  @Option({
    flags: '--author <id>',
    description: 'the author of what is written with it; with 0, or without it, it owns nothing',
    defaultValue: 0,
  })
  readAuthor(id: string): number {
    if (/^\d+$/.test(id) && Number(id) <= AUTHOR_MAX) return Number(id);
    throw new CommandError('--author must be a whole number, 0 or more.');
  }
}

@SubCommand({ name: 'list', description: 'Lists the keys: name, role, author and day of creation' })
export class KeysListCommand extends CommandRunner {
  async run(): Promise<void> {
    const keys = await withKeys((all) => all.list());
    for (const { name, role, author, created_utc } of keys)
      process.stdout.write(
        `${name}\t${role}\t${author}\t${created_utc.toISOString().slice(0, 10)}\n`,
      );
  }
}

@SubCommand({ name: 'revoke', arguments: '<name>', description: 'Ends a key at once' })
export class KeysRevokeCommand extends CommandRunner {
  async run([name]: string[]): Promise<void> {
    if (!(await withKeys((keys) => keys.revoke(name))))
      throw new CommandError(`There is no key with the name ${name}.`);
  }
}

@Command({
  name: 'keys',
  description: 'Makes, lists and revokes the keys of ACCESS=protected',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysRevokeCommand],
})
export class KeysCommand extends CommandGroup {}
