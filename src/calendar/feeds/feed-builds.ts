import { Injectable } from '@nestjs/common';
import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import type { Response } from 'express';
import { Settings } from '../../platform/config';
import { Problem } from '../../platform/errors';

const BUILDS_MAX = 2;
const WAIT_MILLISECONDS = 2000;

/** Above this limit no feed is built. */
const UNREAD_BYTES_MAX = 48 * 1024 * 1024;

/** A client must read so many bytes within the request timeout. */
const SLOWEST_BYTES = 1024 * 1024;

/** Limits the memory of feeds, while they are built and while clients read them. */
@Injectable()
export class FeedBuilds {
  private readonly builds = withTimeout(new Semaphore(BUILDS_MAX), WAIT_MILLISECONDS, E_TIMEOUT);
  private unreadBytes = 0;

  constructor(private readonly settings: Settings) {}

  /**
   * Builds the feed of a response, and counts its bytes until the client has read them.
   *
   * @throws Problem rest-overloaded after two seconds, or while too many bytes are unread
   */
  async build(response: Response, text: () => Promise<string>): Promise<string> {
    try {
      return await this.builds.runExclusive(async () => {
        if (this.unreadBytes >= UNREAD_BYTES_MAX) throw E_TIMEOUT;
        const body = await text();
        this.countUntilRead(response, Buffer.byteLength(body));
        return body;
      });
    } catch (error) {
      if (error !== E_TIMEOUT) throw error;
      throw new Problem('rest-overloaded', { headers: { 'Retry-After': '5' } });
    }
  }

  private countUntilRead(response: Response, bytes: number): void {
    if (response.closed) return;
    this.unreadBytes += bytes;
    // The server does not notice the end of a compressed response that is read slowly.
    const timeout = setTimeout(
      () => response.destroy(),
      this.settings.requestTimeout * 1000 * Math.max(1, bytes / SLOWEST_BYTES),
    ).unref();
    response.once('close', () => {
      clearTimeout(timeout);
      this.unreadBytes -= bytes;
    });
  }
}
