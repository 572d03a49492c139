import { needs } from 'event-calendar-service/platform';

/** The rights to write performers; everybody may read them. */
export const PERFORMER_RIGHTS = { create: needs('author'), edit: needs('editor') };
