import { Calendar } from '../../../src/cli/calendar';
import { KeysModule } from '../../../src/cli/keys.command';
import { ApiKeys } from '../../../src/platform/auth';

const ROLES = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
type Role = (typeof ROLES)[number];

/** A client with or without credentials. */
export interface Caller {
  name: string;
  role: 'anonymous' | Role;
  /** The `author` of the caller's records; 0 for callers without records. */
  author: number;
  authorization?: string;
  /** Whether the credential is invalid, so that every request gets a 401. */
  isWrong: boolean;
}

/** The properties that decide the rights to a record. */
export interface Owned {
  author: number;
  status: string;
}

const ANONYMOUS: Caller = { name: 'nobody', role: 'anonymous', author: 0, isWrong: false };
const WRONG: Caller = { ...ANONYMOUS, name: 'a wrong credential', isWrong: true };

/** An author who is not one of the callers. */
export const STRANGER = 999;

const isEditor = ({ role }: Caller): boolean => role === 'editor' || role === 'administrator';
const owns = ({ author }: Caller, record: Owned): boolean => author > 0 && author === record.author;

/**
 * Whether the caller may change the record: an independent implementation of
 * docs/reference/interface.md#rights.
 */
export function mayEdit(caller: Caller, record: Owned): boolean {
  if (isEditor(caller)) return true;
  if (!owns(caller, record)) return false;
  if (caller.role === 'author') return true;
  return caller.role === 'contributor' && !['publish', 'future'].includes(record.status);
}

/**
 * Whether the caller may read the record; trashed records are visible to those who may change
 * them (docs/reference/interface.md#order-of-checks).
 */
export function mayRead(caller: Caller, record: Owned): boolean {
  if (record.status === 'publish') return true;
  if (record.status === 'trash' || isEditor(caller)) return mayEdit(caller, record);
  return owns(caller, record) && (caller.role === 'author' || caller.role === 'contributor');
}

/** Callers of a service with ACCESS=protected. */
export class Callers {
  private readonly byAuthorization = new Map<string | undefined, Caller>();

  private constructor(
    /** Callers with valid credentials of every role, and anonymous ones. */
    readonly known: readonly Caller[],
    readonly wrong: readonly Caller[],
    readonly keys: readonly string[],
  ) {
    for (const caller of known) this.byAuthorization.set(caller.authorization, caller);
  }

  /** Creates a key of every role with the `keys` command, and one revoked key. */
  static async create(databaseUrl: string): Promise<Callers> {
    const calendar = new Calendar([], { DATABASE_URL: databaseUrl });
    return calendar.run(KeysModule, async (service) => {
      const apiKeys = service.get(ApiKeys);
      const keys: string[] = [];
      const make = async (name: string, role: Role, author: number): Promise<string> => {
        const key = await apiKeys.create(name, role, author, new Date());
        if (key === undefined) throw new Error(`A key named ${name} already exists.`);
        keys.push(key);
        return key;
      };
      const known: Caller[] = [ANONYMOUS];
      for (const [index, role] of ROLES.entries()) {
        const author = (index + 1) * 10;
        const key = await make(role, role, author);
        const caller = { name: role, role, author, isWrong: false };
        known.push(
          { ...caller, authorization: `Bearer ${key}` },
          { ...caller, authorization: basic(role, key) },
        );
      }
      known.push({
        name: 'a contributor who is nobody',
        role: 'contributor',
        author: 0,
        authorization: `Bearer ${await make('unknown', 'contributor', 0)}`,
        isWrong: false,
      });
      const [key] = keys.slice(ROLES.indexOf('administrator'));
      const revoked = await make('revoked', 'administrator', 50);
      await apiKeys.revoke('revoked');
      return new Callers(known, wrongCallers(key, revoked), keys);
    });
  }

  get administrator(): Caller {
    const [administrator] = this.known.filter(({ role }) => role === 'administrator');
    return administrator;
  }

  /** The caller that an `Authorization` header belongs to; unknown credentials are invalid. */
  of(authorization: string | undefined): Caller {
    return this.byAuthorization.get(authorization) ?? WRONG;
  }
}

/** Callers with invalid credentials that resemble valid ones. */
function wrongCallers(key: string, revoked: string): Caller[] {
  const last = key.endsWith('A') ? 'B' : 'A';
  return [
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.slice(0, -1)}${last}`,
    `Bearer ${revoked}`,
    'Bearer calendar_',
    'Bearer',
    'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW5pc3RyYXRvciJ9.',
    `Digest ${key}`,
    basic('nobody', key),
    basic('', key),
    basic(key, ''),
    `Basic ${Buffer.from('nothing').toString('base64')}`,
    '=',
  ].map((authorization) => ({ ...WRONG, authorization }));
}

const basic = (name: string, key: string): string =>
  `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;
