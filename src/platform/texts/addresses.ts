import { domainToASCII } from 'node:url';

/**
 * Parses an absolute URL (WHATWG URL Standard).
 *
 * Use it instead of `URL.canParse`: in Node 20, that refuses letters such as `ü` once V8 has
 * optimised the calls.
 *
 * @returns undefined for a text that is not a URL
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A URI (RFC 3986 §2), with square brackets in its host only. */
const URI =
  /^[a-z][a-z\d+.-]*:\/\/[\w\-.~!$&'()*+,;=:@%[\]]*(?:[/?](?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*)?(?:#(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*)?$/i;
const NO_CHARACTER = /[^\w\-.~!$&'()*+,;=:@/?%]|%(?![\da-f]{2})/giu;

/**
 * Returns an http(s) address as a URI (RFC 3986): invalid characters are percent-encoded, and the
 * host is in ASCII. Browsers accept other characters too, and so do records. A URI is returned
 * unchanged.
 */
export function uriOf(address: string): string {
  const url = URI.test(address) ? undefined : parseUrl(address);
  if (url === undefined) return address;
  const { protocol, username, password, host, pathname, search, hash } = url;
  const user = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  const fragment = hash === '' ? '' : `#${encoded(hash.slice(1))}`;
  return `${protocol}//${encoded(user)}${host.replace(/[{}`]/g, encodeURIComponent)}${encoded(pathname + search)}${fragment}`;
}

/** Returns the URI of an e-mail address (RFC 6068). */
export function mailtoOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/[^\w\-.~!$'*+]/gu, encodeURIComponent);
  return `mailto:${local}@${domainToASCII(email.slice(at + 1)) || email.slice(at + 1)}`;
}

const encoded = (part: string): string => part.replace(NO_CHARACTER, encodeURIComponent);

/** No address of the service has as many folders; longer ways would not fit into a header field. */
const FOLDERS_MAX = 50;

/**
 * Returns the relative path from the address of a request to the root of the service. Links that
 * begin with it work under any path of a proxy.
 *
 * @param url as the client sent it: `/docs?theme=dark`, `/de/docs/`, `*`
 */
export function rootFrom(url: string): string {
  const [path] = url.split('?', 1);
  const folders = Math.min(Math.max(0, path.split('/').length - 2), FOLDERS_MAX);
  return '../'.repeat(folders) || './';
}
