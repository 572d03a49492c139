import { parseUrl } from '../../platform/texts';

/** An address as a user has written it. */
export interface Address {
  /** For messages: without the user and the password. */
  shown: string;
  /** Undefined for a text that is no address. */
  url?: URL;
  /** `user:password`, if the address had them. */
  login?: string;
}

const WEBCAL = /^webcal(s?):/i;

/** Reads an address, also a webcal one, which is one of HTTP. Its user and password are taken out, so that they are in no message. */
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
