import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fields } from '../client';
import recorded from './recorded.json';

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type SiteKind = (typeof KINDS)[number];

export type SiteRecords = Record<SiteKind, Fields[]>;

/** Instead of a page; an object is an error of WordPress. */
type Fault = (
  kind: SiteKind,
  query: URLSearchParams,
) => 'error' | 'cut' | 'warning' | { status: number; code: string } | undefined;

/** Returns the recorded records of a site with The Events Calendar 6.17.2. */
export const recordedSite = (): SiteRecords & { locked: Fields; image: Fields } =>
  structuredClone(recorded);

/** A site of WordPress with The Events Calendar, which answers with recorded records. */
export class SiteStub {
  readonly requests: string[] = [];
  fault: Fault = () => undefined;
  /** Maximum records of a page. */
  most = 50;
  body: (kind: SiteKind) => string | undefined = () => undefined;
  /** The prefix of its REST interface; WordPress has another one without permalinks. */
  root = '/wp-json/';
  key?: string;

  private constructor(
    readonly records: SiteRecords,
    private readonly server: Server,
  ) {}

  static async start(records: SiteRecords): Promise<SiteStub> {
    const server = createServer((request, response) => stub.respond(request, response));
    const stub = new SiteStub(records, server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return stub;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private respond({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(url);
    const { pathname, searchParams: query } = new URL(url, 'http://site');
    const path = query.get('rest_route') ?? pathname.replace('/wp-json', '');
    const kind = KINDS.find((one) => path === `/tribe/events/v1/${one}`);
    if (!kind || !url.startsWith(this.root)) {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    const isAdmin = this.key !== undefined && headers.authorization === basic(this.key);
    const fault = this.fault(kind, query);
    if (fault === 'error') {
      response.writeHead(500).end('<p>There has been a critical error on this website.</p>');
      return;
    }
    if (typeof fault === 'object') {
      response.writeHead(fault.status).end(JSON.stringify({ code: fault.code }));
      return;
    }
    if (query.has('status') && !isAdmin) {
      response.writeHead(400).end('{"code":"rest_invalid_param"}');
      return;
    }
    const isPublic = ({ status = 'publish' }: Fields): boolean => status === 'publish';
    const all = this.records[kind].filter((record) => isAdmin || isPublic(record));
    const perPage = Math.min(this.most, Number(query.get('per_page')));
    const page = Number(query.get('page') ?? 1);
    const records = all.slice((page - 1) * perPage, page * perPage);
    const isTerm = kind === 'categories' || kind === 'tags';
    if (records.length === 0 && page > 1 && !isTerm) {
      response.writeHead(404).end('{"code":"event-archive-page-not-found"}');
      return;
    }
    const text =
      this.body(kind) ??
      JSON.stringify({
        [kind]: records,
        // The links of the plugin lose the filters.
        next_rest_url: `http://${this.host}/wp-json/tribe/events/v1/${kind}/?page=${page + 1}`,
        total: all.length,
        total_pages: Math.ceil(all.length / perPage),
      });
    const warning = fault === 'warning' ? '<br />\n<b>Warning</b>: Undefined variable\n' : '';
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(fault === 'cut' ? text.slice(0, text.length / 2) : warning + text);
  }
}

const basic = (key: string): string => `Basic ${Buffer.from(key).toString('base64')}`;
