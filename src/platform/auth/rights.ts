import { type Caller, type Role, ROLES } from '../http/context';

/** The rights on records that have an author and a status (docs/reference/interface.md#rights). */
type Right = 'create' | 'edit';

/** A right defined by a module, such as `needs('editor')`. */
export type OwnRight = (caller: Caller) => boolean;

export type PermitDemand = Right | OwnRight;

/** A record that has an author and a status. */
export interface Owned {
  author: number;
  status: string;
}

const atLeast = (caller: Caller, role: Role): boolean =>
  ROLES.indexOf(caller.role) >= ROLES.indexOf(role);

/** Returns a right for callers with this role or a higher one. */
export const needs =
  (role: Role): OwnRight =>
  (caller) =>
    atLeast(caller, role);

/** The table of docs/reference/interface.md#rights: one function per right. Roles are compared only here. */
export const may = {
  /** Reads and lists unpublished records: all, the caller's own, or none. */
  readUnpublished(caller: Caller): 'all' | 'own' | 'none' {
    if (atLeast(caller, 'editor')) return 'all';
    return atLeast(caller, 'contributor') ? 'own' : 'none';
  },
  /** True when the role of the caller has a right, on some records at least. */
  sometimes(caller: Caller, right: PermitDemand): boolean {
    return typeof right === 'function' ? right(caller) : may.create(caller);
  },
  /** True when the caller is the author of a record; an unknown caller (author 0) owns nothing. */
  own(caller: Caller, record: Pick<Owned, 'author'>): boolean {
    return caller.author > 0 && record.author === caller.author;
  },
  create(caller: Caller): boolean {
    return atLeast(caller, 'contributor');
  },
  /** Updates and deletes the records of all authors. */
  editAll(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
  /**
   * Updates and deletes a record: editors all records; authors their own; contributors their own
   * while they are not published or scheduled.
   */
  edit(caller: Caller, record: Owned): boolean {
    if (may.editAll(caller)) return true;
    if (!may.own(caller, record)) return false;
    if (atLeast(caller, 'author')) return true;
    return atLeast(caller, 'contributor') && !['publish', 'future'].includes(record.status);
  },
  /** Publishes a record. A record published by a contributor becomes pending instead. */
  publish(caller: Caller): boolean {
    return atLeast(caller, 'author');
  },
  nameAnotherAuthor(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
  force(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
};
