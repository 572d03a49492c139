import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

/** The path of the Chromium of this Jest project. */
const { chromium: executablePath } = globalThis as unknown as { chromium: string };

const OPTIONS = [
  '--disable-gpu',
  // No other host name resolves, so that requests to other hosts fail visibly.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: OPTIONS });
}

export class Visit {
  /** All requests, such as `GET http://127.0.0.1:40123/docs`. */
  readonly requests: string[] = [];
  /** Console errors and warnings, exceptions, and failed requests. */
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page
      .context()
      .on('request', (request) => {
        if (!request.url().startsWith('data:'))
          this.requests.push(`${request.method()} ${request.url()}`);
      })
      .on('requestfailed', (request) => {
        const why = request.failure()?.errorText;
        // The page itself gives requests up.
        if (why !== 'net::ERR_ABORTED') this.complaints.push(`${request.url()}: ${why}`);
      })
      .on('response', (response) => {
        if (response.status() >= 400)
          this.complaints.push(`${response.url()}: ${response.status()}`);
      });
  }

  static async begin(browser: Browser, options?: BrowserContextOptions): Promise<Visit> {
    const context = await browser.newContext(options);
    // Shorter than Jest's timeout, so that the error names the condition.
    context.setDefaultTimeout(100_000);
    return new Visit(await context.newPage());
  }

  requestsBeside(origin: string): string[] {
    return this.requests.filter((request) => new URL(request.split(' ')[1]).origin !== origin);
  }

  end(): Promise<void> {
    return this.page.context().close();
  }
}
