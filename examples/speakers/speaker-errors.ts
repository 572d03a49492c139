import type { ErrorTable } from '../../src/platform/modules';

/** The error codes of speakers. */
export const SPEAKER_ERRORS = {
  'speaker-not-found': { status: 404, title: 'No such speaker' },
} as const satisfies ErrorTable;

type SpeakerErrors = typeof SPEAKER_ERRORS;

declare module '../../src/platform/errors' {
  interface ErrorCodes extends SpeakerErrors {}
}
