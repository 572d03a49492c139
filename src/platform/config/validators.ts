import { isIP } from 'node:net';
import { makeValidator } from 'envalid';
import { ZONE_RULES } from '../dates';
import { contentLanguage, parseUrl, WRONG_LANGUAGE } from '../texts';
import { readServerUrl, wrongSocketPath } from './server-url';

type Validator<T> = ReturnType<typeof makeValidator<T>>;

/** Addresses that only programs on this machine can reach. */
const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/;

/** Groups of addresses of trusted proxies (`trust proxy` of Express). */
const PROXY_GROUPS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** True when only programs on this machine can reach a host. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host.replace(/^\[|\]$/g, ''));

export const wholeNumber = (least: number, most: number): Validator<number> =>
  makeValidator<number>((input) => {
    const value = Number(input);
    if (/^\d+$/.test(input) && value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  });

export const timeZone = makeValidator<string>((input) => {
  const zone = ZONE_RULES.read(input);
  if (zone !== undefined) return zone;
  throw new Error('must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2');
});

export const languageTag = makeValidator<string>((input) => {
  const tag = contentLanguage(input);
  if (tag !== undefined) return tag;
  throw new Error(WRONG_LANGUAGE);
});

export const databaseUrl = makeValidator<string>((input) => {
  if (input.startsWith('sqlite:')) return sqliteUrl(input);
  if (!/^(mysql|mariadb):/.test(input))
    throw new Error(
      'must be sqlite:./path/to/file, mysql://user:password@host:3306/database or mariadb://…',
    );
  readServerUrl(input);
  return input;
});

/**
 * A home folder or a variable at the beginning of a path. Without a shell, it would become a folder
 * name.
 */
const EXPANDED_BY_SHELLS = /^\/*(~[\w.-]*(?=\/|$)|\$\w+|\$\{\w+\}|%\w+%)/;

function sqliteUrl(input: string): string {
  const path = input.slice('sqlite:'.length);
  if (/^\/*$/.test(path))
    throw new Error('must name a file, such as sqlite:./data/calendar.sqlite');
  if (/^\/\/[^/]/.test(path))
    throw new Error(`has two slashes: write sqlite:${path.slice(2)} or sqlite:/${path.slice(2)}`);
  if (/^\/*:memory:?$/.test(path))
    throw new Error('means a database in memory, which is not kept: name a file');
  if (/^file:/i.test(path))
    throw new Error('has file: before the path: write sqlite:./path/to/file');
  const [, unexpanded] = EXPANDED_BY_SHELLS.exec(path) ?? [];
  if (unexpanded !== undefined)
    throw new Error(`has ${unexpanded}, which only a shell replaces: write the path out`);
  if (path.includes('?')) throw new Error('has options, which an SQLite file has none of');
  return input;
}

export const socketPath = makeValidator<string>((input) => {
  const wrong = wrongSocketPath(input);
  if (wrong !== undefined) throw new Error(wrong);
  return input;
});

export const webAddress = makeValidator<string>((input) => {
  if (/^https?:\/\/[^/?#][^?#]*$/.test(input) && parseUrl(input))
    return input.replace(/(?<!\/)\/+$/, '');
  throw new Error('must be an http(s) address such as https://calendar.example.org');
});

export const hostNames = makeValidator<string[]>((input) => {
  const names = input.split(',').map((name) => name.trim().toLowerCase());
  const isName = (name: string): boolean =>
    /^([\w.-]+|\[[\da-f:.]+\])$/.test(name) && parseUrl(`http://${name}`)?.hostname === name;
  if (names.every(isName)) return names;
  throw new Error(
    'must be host names such as calendar.internal, without ports, with commas between them',
  );
});

export const issuer = makeValidator<string>((input) => {
  const url = /[?#]/.test(input) ? undefined : parseUrl(input);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname)))
    return input;
  throw new Error('must be the https address of an OpenID Connect issuer');
});

export const origins = makeValidator<string[]>((input) => {
  const list = input.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  if (list.every((origin) => parseUrl(origin)?.origin === origin)) return list;
  throw new Error('must be origins such as https://www.example.org, with commas between them');
});

export const oneOf = <T extends string>(...choices: T[]): Validator<T> =>
  makeValidator<T>((input) => {
    const choice = choices.find((known) => known === input);
    if (choice !== undefined) return choice;
    throw new Error(`must be one of: ${choices.join(', ')}`);
  });

export const recordUrl = makeValidator<string>((input) => {
  if (/^https?:\/\//.test(input) && /\{(slug|id)\}/.test(input)) return input;
  throw new Error('must be an http(s) address that contains {slug} or {id}');
});

export const trustedProxies = makeValidator<string[]>((input) => {
  const proxies = input.split(',').map((proxy) => proxy.trim());
  const areKnown = proxies.every((proxy) => {
    const [address, bits = '0', ...more] = proxy.split('/');
    const isSubnet = /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32);
    return PROXY_GROUPS.has(proxy) || (isIP(address) > 0 && isSubnet && more.length === 0);
  });
  if (areKnown) return proxies;
  throw new Error(
    `must be IP addresses or subnets with commas between them, or ${[...PROXY_GROUPS].join(', ')}`,
  );
});

export const migrationNames = makeValidator<string[]>((input) => {
  const names = input.split(',').map((name) => name.trim());
  if (names.every((name) => /^\w+\d{13}$/.test(name))) return names;
  throw new Error(
    'must be names of migrations such as CreateSeats1999999999999, with commas between them',
  );
});

/** Shells and npm set the variable to the name of a text editor, which counts as `off`. */
export const editor = makeValidator<'on' | 'off'>((input) => (input === 'on' ? 'on' : 'off'));

/** The first path segments of the service's routes outside the interface. */
const TAKEN = ['docs', 'edit', 'health', 'metrics', 'site'];

/** A path segment that clients neither resolve (RFC 3986 §5.2.4) nor have to encode. */
const SEGMENT = /^(?!\.{1,2}$)[\w.~-]+$/;

/** The path of the interface, without leading and trailing slashes. */
export const namespace = makeValidator<string>((input) => {
  const path = input.replace(/^\/+|(?<!\/)\/+$/g, '');
  const segments = path.split('/');
  if (!segments.every((segment) => SEGMENT.test(segment)))
    throw new Error(
      'must be a path of letters, digits, ".", "_", "~", "-" and "/", without "." and ".." as steps',
    );
  // Routes are case-insensitive.
  const taken = TAKEN.find((name) => name === segments[0].toLowerCase());
  if (taken === undefined) return path;
  throw new Error(`must not begin with ${taken}: the service itself answers at /${taken}`);
});
