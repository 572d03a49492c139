/** The roles of the service, from the one with the fewest rights to the one with all. */
export const ROLES = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const;
export type Role = (typeof ROLES)[number];

/** Who asks, as far as the request proves it. */
export interface Caller {
  role: Role;
  /** The id that the caller's records carry; 0: nobody known. */
  author: number;
  /** What tells callers apart: `key:<name>`, `oidc:<sub>`; empty without a credential. */
  identity: string;
  /** Whether the rights of the role were proven by a credential, rather than given to everybody. */
  credential: boolean;
}

/** `ACCESS=open`: every caller has all rights, and has proven none. */
export const EVERYBODY: Caller = {
  role: 'administrator',
  author: 0,
  identity: '',
  credential: false,
};

/** `ACCESS=protected`: a caller without a credential. */
export const ANONYMOUS: Caller = { role: 'anonymous', author: 0, identity: '', credential: false };
