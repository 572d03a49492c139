import { ApiKeys } from '../../platform/access';
import { Settings } from '../../platform/foundation/config';
import {
  offsetText,
  toWallClock,
  UTC,
  type Zone,
  ZoneRules,
} from '../../platform/foundation/dates';
import { type Role, ROLES } from '../../platform/http/request-context';
import { Command, CommandRunner, Option } from '../../platform/operation/commands';
import { Clock } from '../../platform/storage/database';
import { Calendar } from '../calendar';
import { CommandError } from '../command-error';
import { readExpiry } from './expiry';
import { KeysModule } from './keys.module';

const NAME_MAX = 100;
const AUTHOR_MAX = 2_147_483_647;
const EXPIRES =
  '--expires must be ahead: a day such as 2027-01-01, which means its beginning, a day and a time ' +
  'such as 2027-01-01 18:00, or a duration such as 12h, 90d or 8w.';

interface NewKey {
  name: string;
  role: Role;
  author: number;
  expires?: string;
}

interface Keys {
  keys: ApiKeys;
  clock: Clock;
  /** The time zone of the site. */
  zone: Zone;
}

function withKeys<T>(calendar: Calendar, work: (keys: Keys) => Promise<T>): Promise<T> {
  return calendar.run(KeysModule, (service) =>
    work({
      keys: service.get(ApiKeys),
      clock: service.get(Clock),
      zone: service.get(ZoneRules).zone(service.get(Settings).timezone),
    }),
  );
}

@Command({ name: 'create', description: 'Makes a key and prints it, this once' })
export class KeysCreateCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run(_parameters: string[], { name, role, author, expires }: NewKey): Promise<void> {
    const key = await withKeys(this.calendar, ({ keys, clock, zone }) => {
      const now = clock.now();
      const expiry = expires === undefined ? null : readExpiry(expires, zone, now);
      if (expiry === undefined) throw new CommandError(EXPIRES);
      return keys.create(name, role, author, now, expiry);
    });
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

  @Option({
    flags: '--expires <when>',
    description:
      'a day (2027-01-01), a day and a time, or a duration (12h, 90d, 8w); default: never',
  })
  readExpires(when: string): string {
    return when;
  }
}

@Command({
  name: 'list',
  description: 'Lists the keys: name, role, author, creation, expiry and last use',
})
export class KeysListCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

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
    for (const line of [['name', 'role', 'author', 'created', 'expires', 'last used'], ...lines])
      process.stdout.write(`${line.join('\t')}\n`);
  }
}

@Command({ name: 'revoke', arguments: '<name>', description: 'Ends a key at once' })
export class KeysRevokeCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run([name]: string[]): Promise<void> {
    if (!(await withKeys(this.calendar, ({ keys }) => keys.revoke(name))))
      throw new CommandError(`There is no key with the name ${name}.`);
  }
}

@Command({
  name: 'keys',
  description: 'Makes, lists and revokes the keys of ACCESS=protected',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysRevokeCommand],
})
export class KeysCommand {}
