import type { IncomingMessage } from 'node:http';

/** What a request prefers (RFC 7240): of all preferences, those that the service knows. */
export interface Preferences {
  /** `handling=strict`: unknown parameters and fields are an error. */
  isStrict: boolean;
  /** `return=minimal`: the answer to a write has no body. */
  isMinimal: boolean;
}

/** An entry of a list, where commas within quotation marks separate nothing (RFC 9110 §5.6.4). */
const ENTRY = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;

/** A preference with its value, and parameters that none of ours has. */
const PREFERENCE = /^\s*(handling|return)\s*=\s*"?(\w+)"?\s*(?:;|$)/i;

/** Of a preference that is sent twice the first one counts (RFC 7240 §2). */
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
