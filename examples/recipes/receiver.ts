import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SECRET ?? '');

const server = createServer(async (request, response) => {
  try {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = request.headers as Record<string, string>;
    const message = webhook.verify(Buffer.concat(parts), headers);
    response.writeHead(204).end();
    console.log(JSON.stringify(message));
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
