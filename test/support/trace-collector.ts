import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Delivery {
  call: string;
  contentType: string;
  /** A protocol buffer, in which texts are readable. */
  content: Buffer;
}

/** An OpenTelemetry collector over HTTP on this machine. */
export class TraceCollector {
  readonly deliveries: Delivery[] = [];
  private readonly server = createServer((request, response) => {
    void this.take(request, response);
  });

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await new Promise<void>((resolve) => {
      collector.server.listen(0, '127.0.0.1', resolve);
    });
    return collector;
  }

  /** As in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get text(): string {
    return Buffer.concat(this.deliveries.map(({ content }) => content)).toString('latin1');
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.deliveries.push({
      call: `${request.method} ${request.url}`,
      contentType: request.headers['content-type'] ?? '',
      content: await buffer(request),
    });
    response.end();
  }
}
