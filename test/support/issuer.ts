import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export interface SigningKey {
  publicKey: JWK;
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
}

export async function createKey(alg: string, kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

/** A minimal OpenID Connect issuer on loopback. */
export class TestIssuer {
  keys: SigningKey[] = [];
  description: Record<string, unknown> = {};
  isSilent = false;

  private server: Server;
  private port = 0;

  static async start(...keys: SigningKey[]): Promise<TestIssuer> {
    const issuer = new TestIssuer();
    issuer.keys = keys;
    await issuer.start();
    issuer.description = { issuer: issuer.address, jwks_uri: `${issuer.address}/keys` };
    return issuer;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/realms/town`;
  }

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    this.server = createServer(({ url = '' }, response) => {
      if (this.isSilent) return;
      const responses: Record<string, unknown> = {
        '/realms/town/.well-known/openid-configuration': this.description,
        '/realms/town/keys': { keys: this.keys.map(({ publicKey }) => publicKey) },
      };
      response.statusCode = url in responses ? 200 : 404;
      response.end(JSON.stringify(responses[url]));
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await ended;
  }
}
