import type { Caller, Role } from './caller';
import type { OwnRight, PermitDemand } from './permit';

/** A record that has an author and a status. */
export interface Owned {
  author: number;
  status: string;
}

const RANK: Record<Role, number> = {
  anonymous: 0,
  subscriber: 1,
  contributor: 2,
  author: 3,
  editor: 4,
  administrator: 5,
};

const atLeast = (caller: Caller, role: Role): boolean => RANK[caller.role] >= RANK[role];
const owns = (caller: Caller, record: Pick<Owned, 'author'>): boolean =>
  caller.author > 0 && record.author === caller.author;

/** A right of a module: for callers who have this role or a higher one. */
export const needs =
  (role: Role): OwnRight =>
  (caller) =>
    atLeast(caller, role);

/** The table of docs/interface.md#rights: one function per right. Nothing else knows the roles. */
export const may = {
  /** To read and list what is not published: all records, the caller's own, or none. */
  readUnpublished(caller: Caller): 'all' | 'own' | 'none' {
    if (atLeast(caller, 'editor')) return 'all';
    return atLeast(caller, 'contributor') ? 'own' : 'none';
  },
  /** Whether the caller has a right on every record, so that the record need not be read. */
  always(caller: Caller, right: PermitDemand): boolean {
    if (typeof right === 'function') return right(caller);
    return right === 'edit' ? may.editAll(caller) : may[right](caller);
  },
  /** Whether the caller is the author of a record; an unknown caller (author 0) owns nothing. */
  own(caller: Caller, record: Pick<Owned, 'author'>): boolean {
    return owns(caller, record);
  },
  create(caller: Caller): boolean {
    return atLeast(caller, 'contributor');
  },
  /** To update and delete the records of all authors. */
  editAll(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
  /**
   * To update and delete a record: editors all records; authors their own; contributors their own
   * as long as they are not published or scheduled.
   */
  edit(caller: Caller, record: Owned): boolean {
    if (may.editAll(caller)) return true;
    if (!owns(caller, record)) return false;
    if (atLeast(caller, 'author')) return true;
    return atLeast(caller, 'contributor') && !['publish', 'future'].includes(record.status);
  },
  /** To publish a record. What a contributor publishes becomes pending instead. */
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
