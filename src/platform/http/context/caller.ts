/** The roles, from the fewest rights to all rights. */
export const ROLES = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const;
export type Role = (typeof ROLES)[number];

/** The sender of a request, as proven by its credential. */
export interface Caller {
  role: Role;
  /** The author id of the records that the caller creates; 0: unknown. */
  author: number;
  /** Identifies the caller: `key:<name>`, `oidc:<sub>`; empty without a credential. */
  identity: string;
  /** Whether a credential proved the rights of the role; false where every caller has them. */
  credential: boolean;
}

/** `ACCESS=open`: every caller has all rights, without a credential. */
export const EVERYBODY: Caller = {
  role: 'administrator',
  author: 0,
  identity: '',
  credential: false,
};

/** `ACCESS=protected`: a caller without a credential. */
export const ANONYMOUS: Caller = { role: 'anonymous', author: 0, identity: '', credential: false };
