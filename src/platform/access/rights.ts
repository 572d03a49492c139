import type { Caller, Role } from './caller';
import type { OwnRight, PermitDemand } from './permit';

/** A record that has an author and a status. */
export interface Owned {
  author: number;
  status: string;
}

const RANK: Record<Role, number> = {
  anonymous: 0,
  subscriber: 0,
  contributor: 1,
  author: 2,
  editor: 3,
  administrator: 4,
};

const atLeast = (caller: Caller, role: Role): boolean => RANK[caller.role] >= RANK[role];
const owns = (caller: Caller, record: Pick<Owned, 'author'>): boolean =>
  caller.author > 0 && record.author === caller.author;

/** A right of a module's own: to those who have the role, and to those above it. */
export const needs =
  (role: Role): OwnRight =>
  (caller) =>
    atLeast(caller, role);

/**
 * The table of docs/interface.md#rights: one function per right, the only place that knows the
 * roles.
 */
export const may = {
  /** Read and list what is not published: all of it, only one's own, or nothing. */
  readUnpublished(caller: Caller): 'all' | 'own' | 'none' {
    if (atLeast(caller, 'editor')) return 'all';
    return atLeast(caller, 'contributor') ? 'own' : 'none';
  },
  /** Whatever the record: what a route asks for needs no look at it. */
  always(caller: Caller, right: PermitDemand): boolean {
    if (typeof right === 'function') return right(caller);
    return right === 'edit' ? may.editAll(caller) : may[right](caller);
  },
  /** Whether a record is the caller's own; nobody owns what nobody known has written. */
  own(caller: Caller, record: Pick<Owned, 'author'>): boolean {
    return owns(caller, record);
  },
  create(caller: Caller): boolean {
    return atLeast(caller, 'contributor');
  },
  /** Update and delete whatever anybody wrote. */
  editAll(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
  /** Update and delete: one's own, while it is not published for contributors; editors: all. */
  edit(caller: Caller, record: Owned): boolean {
    if (may.editAll(caller)) return true;
    if (!owns(caller, record)) return false;
    if (atLeast(caller, 'author')) return true;
    return atLeast(caller, 'contributor') && !['publish', 'future'].includes(record.status);
  },
  /** Make a record public; a contributor's is put up for review instead. */
  publish(caller: Caller): boolean {
    return atLeast(caller, 'author');
  },
  nameAnotherAuthor(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
  force(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
  createTerms(caller: Caller): boolean {
    return atLeast(caller, 'author');
  },
  editTerms(caller: Caller): boolean {
    return atLeast(caller, 'editor');
  },
};
