import { parseUrl } from '../../platform/texts';

interface Address {
  /** For messages: without the user and the password. */
  shown: string;
  /** Undefined for a text that is no address. */
  url?: URL;
  /** `user:password`, if the address has them. */
  login?: string;
}

const WEBCAL = /^webcal(s?):/i;

/**
 * Also accepts a webcal address, which is one of HTTP. User and password are removed from it, so that no message has
 * them.
 */
export function readAddress(text: string): Address {
  const url = parseUrl(text.replace(WEBCAL, 'http$1:'));
  // A password with a slash makes an address invalid.
  if (!url) return { shown: text.slice(text.lastIndexOf('@') + 1) };
  const { username, password } = url;
  if (username === '' && password === '') return { shown: text, url };
  url.username = '';
  url.password = '';
  const shown = WEBCAL.test(text) ? url.href.replace('http', 'webcal') : url.href;
  return { shown, url, login: `${decoded(username)}:${decoded(password)}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
