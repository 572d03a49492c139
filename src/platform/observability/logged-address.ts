export interface LoggedAddress {
  path: string;
  /** As it was sent, without the question mark; what may be a secret is `…`. */
  query?: string;
}

/** Scheme and host of a request target in absolute form (RFC 9112 §3.2.2). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** User and password within an address (RFC 3986 §3.2.1), also where it is a parameter's value. */
const USER_INFO = /(\/\/|%2f%2f)[^/?&=]*?(@|%40)/gi;

/** Names of parameters that a secret may be sent in, ours and those people try. */
const SECRET = /passw|secret|token|key|auth|credential/i;

/** Of an address that is longer, the log has the beginning. */
const LENGTH_MAX = 2000;

/** The target of a request (RFC 9112 §3.2) as the log may have it: without passwords and keys. */
export function loggedAddress(target: string): LoggedAddress {
  const [, path, query] = /^([^?]*)\??(.*)$/s.exec(target.replace(ORIGIN, '')) ?? [];
  return {
    path: (path ?? '').replace(USER_INFO, '$1…$2').slice(0, LENGTH_MAX),
    ...(query && { query: withoutSecrets(query).slice(0, LENGTH_MAX) }),
  };
}

function withoutSecrets(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name] = pair.split('=', 1);
      return SECRET.test(decoded(name)) ? `${name}=…` : pair.replace(USER_INFO, '$1…$2');
    })
    .join('&');
}

/** A name that cannot be decoded is looked at as far as it can be. */
function decoded(name: string): string {
  return name.replace(/%([\da-f]{2})/gi, (_code, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}
