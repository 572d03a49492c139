import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawResponse {
  status: number;
  /** The raw header lines, an empty line and the body. */
  text: string;
}

/** Sends a request byte by byte as given, even if it is invalid. */
export async function rawRequest(origin: string, lines: readonly string[]): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const response = await text(socket);
  return { status: Number(response.split(' ')[1]), text: response };
}
