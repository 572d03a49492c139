import type { Operation, Response } from '../schemas/specification';

/** What is sent with every answer, and with those to requests that ask for it. */
export const GENERAL_HEADERS: Response['headers'] = {
  'X-Request-Id': {
    description: 'document.fields.problem.request_id',
    schema: { type: 'string' },
    example: '5701bf5f-ea07-4026-812e-a754c3cc9cb1',
  },
  'Preference-Applied': {
    description: 'document.headers.preference_applied',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  'X-Ignored': {
    description: 'document.headers.ignored',
    schema: { type: 'string' },
    example: '"per_pge"',
  },
};

/** Declares them for all answers but errors, which have them already. */
export function addGeneralHeaders({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses) as [string, Response][])
    if (status < '4')
      response.headers = { ...response.headers, ...structuredClone(GENERAL_HEADERS) };
}
