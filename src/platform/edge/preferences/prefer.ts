import type { IncomingMessage } from 'node:http';

/** The supported preferences of a request (RFC 7240). */
export interface Preferences {
  /** `handling=strict`: unknown parameters and fields are an error. */
  isStrict: boolean;
  /** `return=minimal`: the answer to a write has no body. */
  isMinimal: boolean;
}

/** A list entry; commas within quotation marks are no separators (RFC 9110 §5.6.4). */
const ENTRY = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;

/** A preference with its value; further parameters are ignored. */
const PREFERENCE = /^\s*(handling|return)\s*=\s*"?(\w+)"?\s*(?:;|$)/i;

/** Parses `Prefer`. Of a preference that is sent twice, the first one counts (RFC 7240 §2). */
export function preferencesOf({ headers }: IncomingMessage): Preferences {
  const wanted = new Map<string, string>();
  for (const [entry] of String(headers.prefer ?? '').matchAll(ENTRY)) {
    const [, name = '', value = ''] = PREFERENCE.exec(entry) ?? [];
    if (!wanted.has(name.toLowerCase())) wanted.set(name.toLowerCase(), value.toLowerCase());
  }
  return {
    isStrict: wanted.get('handling') === 'strict',
    isMinimal: wanted.get('return') === 'minimal',
  };
}
