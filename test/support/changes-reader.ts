import type { TestResponse, Client, Fields } from './client';

export interface ReadChange {
  kind: string;
  id: number;
  uid?: string;
  change: 'updated' | 'deleted';
  version?: number;
  record?: Fields;
}

export interface ReadPage {
  changes: ReadChange[];
  sync_token: string;
  more: boolean;
  rest_url: string;
}

/** Reads `/changes` like a client: sends the token of each response with the next request. */
export class ChangesReader {
  token?: string;

  constructor(
    private readonly client: Client,
    private readonly query: Fields = {},
    private readonly headers: Record<string, string> = {},
  ) {}

  async response(): Promise<TestResponse<ReadPage>> {
    return this.client.request<ReadPage>('GET', '/changes', {
      query: {
        ...this.query,
        ...(this.token !== undefined && { sync_token: this.token }),
      },
      headers: this.headers,
    });
  }

  /** Returns the next page. @throws Error for an error response */
  async page(): Promise<ReadPage> {
    const { status, body } = await this.response();
    if (status !== 200) throw new Error(`GET /changes: ${status} ${JSON.stringify(body)}`);
    this.token = body.sync_token;
    return body;
  }

  async pages(): Promise<ReadPage[]> {
    const pages: ReadPage[] = [];
    for (;;) {
      const page = await this.page();
      pages.push(page);
      if (!page.more) return pages;
    }
  }

  async all(): Promise<ReadChange[]> {
    return (await this.pages()).flatMap(({ changes }) => changes);
  }

  /** Returns the changes as texts: `events 7 updated 2`, `tags 1 deleted`. */
  async words(): Promise<string[]> {
    return (await this.all()).map(wordsOf);
  }
}

export const wordsOf = ({ kind, id, change, version }: ReadChange): string =>
  [kind, id, change, version].filter((part) => part !== undefined).join(' ');
