interface LoggedAddress {
  path: string;
  /** As it was sent, without the question mark; possible secrets are replaced by `…`. */
  query?: string;
}

/** Scheme and host of a request target in absolute form (RFC 9112 §3.2.2). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * Two slashes and the text after them in an address: perhaps user and password (RFC 3986 §3.2.1),
 * also if the address is the value of a parameter. Each match consumes all that it has examined, so
 * that no input makes it slow.
 */
const AUTHORITY = /((?:\/|%2f){2})([^/?]*)/gi;

/** The user and password in an authority, up to the last character that may end them. */
const USER_INFO = /^.*(?=@|%40)/s;

/**
 * Names of parameters that may contain a secret: those of the service, and those sent by mistake.
 */
const SECRET = /passw|passphrase|pass(?![a-z])|pwd|jwt|secret|token|key|auth|credential/i;

/**
 * The beginning of a secret inside a path or a value, as in a mistaken address:
 * `/events/1&password=…`, `a=1;token=…`, `rest_route=…%3Fpassword=…`. Text after `password` may be
 * a secret even without a separator.
 */
const STATED =
  /passw(?:or[dt])?|(?:pass|pwd|jwt|secret|token|key|auth|credential)[^/&=:%;]*(?:[=:]|%(?:25)*3[da])/i;

const ENCODINGS_MAX = 3;

/** Longer paths and queries are cut in the log. */
const LENGTH_MAX = 2000;

/** Returns the target of a request (RFC 9112 §3.2) for the log, without passwords and keys. */
export function loggedAddress(target: string): LoggedAddress {
  const address = target.replace(ORIGIN, '');
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  return {
    path: masked(path, withoutStated),
    ...(query && { query: masked(query, withoutSecrets) }),
  };
}

/** Cuts a long text before masking it, so that masking never takes long. */
function masked(text: string, mask: (beginning: string, isCut: boolean) => string): string {
  const isCut = text.length > LENGTH_MAX;
  return mask(isCut ? text.slice(0, LENGTH_MAX) : text, isCut).slice(0, LENGTH_MAX);
}

/**
 * @param isCut whether the text was truncated: its end may be the beginning of a password
 */
function withoutUserInfo(text: string, isCut: boolean): string {
  return text.replace(AUTHORITY, (all, slashes: string, authority: string, offset: number) =>
    isCut && offset + all.length === text.length
      ? `${slashes}…`
      : slashes + authority.replace(USER_INFO, '…'),
  );
}

function withoutSecrets(query: string, isCut: boolean): string {
  const pairs = query.split('&');
  let isSecret = false;
  return pairs
    .map((pair, index) => {
      const [name] = pair.split('=', 1);
      const hasValue = name.length < pair.length;
      // A part without `=` may be the rest of a secret that contains an ampersand.
      if (!hasValue && isSecret) return '…';
      isSecret = SECRET.test(decoded(name));
      // With an encoded `=`, the secret is part of the name.
      if (isSecret && hasValue) return `${withoutStated(name, false)}=…`;
      return withoutStated(pair, isCut && index === pairs.length - 1);
    })
    .join('&');
}

/** Removes all text after a word for a secret, and user and password. */
function withoutStated(text: string, isCut: boolean): string {
  const [word] = STATED.exec(text) ?? [];
  if (word !== undefined) {
    const end = text.indexOf(word) + word.length;
    return withoutUserInfo(text.slice(0, end), false) + (end < text.length ? '…' : '');
  }
  // The letters of the word may be encoded.
  for (let read = text, times = 0; read.includes('%') && times < ENCODINGS_MAX; times++) {
    read = decoded(read);
    if (STATED.test(read)) return `${text.slice(0, text.indexOf('%'))}…`;
  }
  return withoutUserInfo(text, isCut);
}

/** Decodes a text as far as possible. */
function decoded(name: string): string {
  return name.replace(/%([\da-f]{2})/gi, (_code, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

const PROBE = /^\/(health|metrics)(?=[/?]|$)/;

/** True for a health check or a scrape, which is frequent and not worth logging. */
export const isProbe = (address: string): boolean => PROBE.test(address);
