import { needs } from '../../src/platform/auth';

/** The rights to write speakers; everybody may read them. */
export const SPEAKER_RIGHTS = { create: needs('author'), edit: needs('editor') };
