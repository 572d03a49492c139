import { needs } from '../../src/platform/access';

/** Who may write speakers; everybody may read them. */
export const SPEAKER_RIGHTS = { create: needs('author'), edit: needs('editor') };
