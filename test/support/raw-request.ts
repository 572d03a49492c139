import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  status: number;
  /** The raw header lines, an empty line and the body. */
  text: string;
}

/** Sends a request byte by byte as given, even if it is invalid. */
export async function rawRequest(origin: string, lines: readonly string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), text: answer };
}
