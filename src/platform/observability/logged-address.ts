interface LoggedAddress {
  path: string;
  /** As it was sent, without the question mark; what may be a secret is `…`. */
  query?: string;
}

/** Scheme and host of a request target in absolute form (RFC 9112 §3.2.2). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * Two slashes, and what an address has behind them: perhaps user and password (RFC 3986 §3.2.1),
 * also where the address is a parameter's value. Every match takes all that it has looked at, so
 * that no sender can make it look twice.
 */
const AUTHORITY = /((?:\/|%2f){2})([^/?]*)/gi;

/** User and password of an authority, as far as the last sign that may end them. */
const USER_INFO = /^.*(?=@|%40)/s;

/** Names of parameters that a secret may be sent in, ours and those people try. */
const SECRET = /passw|secret|token|key|auth|credential/i;

/** Of a path or a query that is longer, the log has the beginning. */
const LENGTH_MAX = 2000;

/** The target of a request (RFC 9112 §3.2) as the log may have it: without passwords and keys. */
export function loggedAddress(target: string): LoggedAddress {
  const address = target.replace(ORIGIN, '');
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  return {
    path: masked(path, withoutUserInfo),
    ...(query && { query: masked(query, withoutSecrets) }),
  };
}

/** Long texts are cut first: they take no longer than others. */
function masked(text: string, mask: (beginning: string, isCut: boolean) => string): string {
  const isCut = text.length > LENGTH_MAX;
  return mask(isCut ? text.slice(0, LENGTH_MAX) : text, isCut).slice(0, LENGTH_MAX);
}

/** @param isCut whether the text goes on: what its end begins may be a password */
function withoutUserInfo(text: string, isCut: boolean): string {
  return text.replace(AUTHORITY, (all, slashes: string, authority: string, place: number) =>
    isCut && place + all.length === text.length
      ? `${slashes}…`
      : slashes + authority.replace(USER_INFO, '…'),
  );
}

function withoutSecrets(query: string, isCut: boolean): string {
  const pairs = query.split('&');
  return pairs
    .map((pair, index) => {
      const [name] = pair.split('=', 1);
      const isLast = index === pairs.length - 1;
      return SECRET.test(decoded(name)) ? `${name}=…` : withoutUserInfo(pair, isCut && isLast);
    })
    .join('&');
}

/** A name that cannot be decoded is looked at as far as it can be. */
function decoded(name: string): string {
  return name.replace(/%([\da-f]{2})/gi, (_code, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}
