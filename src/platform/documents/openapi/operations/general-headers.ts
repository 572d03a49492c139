import type { Operation, Response } from '../schemas/specification';

/** Header fields of every answer, and of answers to requests with preferences. */
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

/** Declares the general header fields for successful answers; errors already have them. */
export function addGeneralHeaders({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses) as [string, Response][])
    if (status < '4')
      response.headers = { ...response.headers, ...structuredClone(GENERAL_HEADERS) };
}
