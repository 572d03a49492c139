import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Command, Option, SubCommand } from 'nest-commander';
import { ApiKey, ApiKeys, KeyUses } from '../platform/auth';
import { Settings } from '../platform/config';
import { offsetText, toWallClock, UTC, type Zone, ZoneRules } from '../platform/dates';
import { type Role, ROLES } from '../platform/http/context';
import { type Calendar, CalendarCommand, CommandGroup } from './calendar';
import { CommandError } from './command-error';
import { printTable } from './differences';
import { readExpiry } from './expiry';

const NAME_MAX = 100;
const AUTHOR_MAX = 2_147_483_647;
const EXPIRES =
  '--expires must be in the future: a date such as 2027-01-01 (from 00:00), a date and time such as ' +
  '2027-01-01 18:00, or a duration such as 12h, 90d or 8w.';

interface NewKey {
  name: string;
  role: Role;
  author: number;
  expires?: string;
}

interface Keys {
  keys: ApiKeys;
  zone: Zone;
}

function withKeys<T>(calendar: Calendar, work: (keys: Keys) => Promise<T>): Promise<T> {
  return calendar.run(KeysModule, (service) =>
    work({
      keys: service.get(ApiKeys),
      zone: service.get(ZoneRules).zone(service.get(Settings).timezone),
    }),
  );
}

@SubCommand({
  name: 'create',
  description: 'Creates a key and prints it; it cannot be shown again',
})
class KeysCreateCommand extends CalendarCommand {
  async run(_parameters: string[], { name, role, author, expires }: NewKey): Promise<void> {
    const key = await withKeys(this.calendar, ({ keys, zone }) => {
      const now = new Date();
      const expiry = expires === undefined ? null : readExpiry(expires, zone, now);
      if (expiry === undefined) throw new CommandError(EXPIRES);
      return keys.create(name, role, author, now, expiry);
    });
    if (key === undefined) throw new CommandError(`A key named ${name} already exists.`);
    process.stdout.write(`${key}\n`);
  }

  @Option({
    flags: '--name <name>',
    description: 'name of the key, such as its user or program',
    required: true,
  })
  readName(name: string): string {
    // Basic credentials are `<name>:<key>` (RFC 7617 §2).
    if (/^[^:\s]+$/.test(name) && name.length <= NAME_MAX) return name;
    throw new CommandError(
      `--name must have 1 to ${NAME_MAX} characters, without spaces and colons.`,
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
    description: 'author of the records that the key creates; 0: none, the key owns no records',
    defaultValue: 0,
  })
  readAuthor(id: string): number {
    if (/^\d+$/.test(id) && Number(id) <= AUTHOR_MAX) return Number(id);
    throw new CommandError(`--author must be an integer between 0 and ${AUTHOR_MAX}.`);
  }

  @Option({
    flags: '--expires <when>',
    description: 'date (2027-01-01), date and time, or duration (12h, 90d, 8w); default: never',
  })
  readExpires(when: string): string {
    return when;
  }
}

@SubCommand({
  name: 'list',
  description: 'Lists the keys with role, author, creation, expiry and last use',
})
class KeysListCommand extends CalendarCommand {
  async run(): Promise<void> {
    const [keys, zone] = await withKeys(this.calendar, async ({ keys, zone }) => [
      await keys.list(),
      zone,
    ]);
    const inZone = (time: Date | null): string =>
      time === null ? 'never' : offsetText(toWallClock(time, zone), toWallClock(time, UTC));
    const lines = keys.map(({ name, role, author, created_utc, expires_utc, last_used_utc }) => [
      name,
      role,
      String(author),
      ...[created_utc, expires_utc, last_used_utc].map(inZone),
    ]);
    printTable([['name', 'role', 'author', 'created', 'expires', 'last used'], ...lines]);
  }
}

@SubCommand({ name: 'revoke', arguments: '<name>', description: 'Revokes a key immediately' })
class KeysRevokeCommand extends CalendarCommand {
  async run([name]: string[]): Promise<void> {
    if (!(await withKeys(this.calendar, ({ keys }) => keys.revoke(name))))
      throw new CommandError(`No key is named ${name}.`);
  }
}

@Command({
  name: 'keys',
  description: 'Creates, lists and revokes API keys for ACCESS=protected',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysRevokeCommand],
})
export class KeysCommand extends CommandGroup {}

@Module({ imports: [TypeOrmModule.forFeature([ApiKey])], providers: [ApiKeys, KeyUses] })
export class KeysModule {}
