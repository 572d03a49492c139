import type { Response } from 'express';
import { entityTag } from '../conditional';

/** Answers with a text that browsers keep, and ask for again before they use it. */
export function sendText(response: Response, type: string, text: string): void {
  response
    .set({ 'Cache-Control': 'no-cache', ETag: entityTag(text) })
    .type(type)
    .send(text);
}
