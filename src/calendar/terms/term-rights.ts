import { needs } from '../../platform/access';

/** The rights to write categories and tags (docs/interface.md#rights). Reading is public. */
export const TERM_RIGHTS = { create: needs('author'), edit: needs('editor') };
