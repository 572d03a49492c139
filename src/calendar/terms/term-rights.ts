import { needs } from '../../platform/access';

/** Who may write categories and tags (docs/interface.md#rights); everybody may read them. */
export const TERM_RIGHTS = { create: needs('author'), edit: needs('editor') };
