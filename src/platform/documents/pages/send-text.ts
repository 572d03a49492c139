import type { Response } from 'express';
import { entityTag } from '../../http/conditional';

/** Answers with a text that browsers store, but revalidate before each use. */
export function sendText(response: Response, type: string, text: string): void {
  response
    .set({ 'Cache-Control': 'no-cache', ETag: entityTag(text) })
    .type(type)
    .send(text);
}
