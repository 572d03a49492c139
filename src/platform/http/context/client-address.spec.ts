import type { Socket } from 'node:net';
import { clientAddress, clientIpOf } from './client-address';

const PROXY = { remoteAddress: '10.0.0.1' } as Socket;

describe('clientAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '::1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['192.0.2.7:51000', '192.0.2.7'],
    ['[2001:db8:1:2:3:4:5:6]:51000', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]:51000', '192.0.2.7'],
    ['192.0.2.7:', '10.0.0.1'],
    ['192.0.2.700:51000', '10.0.0.1'],
    ['[unknown]:51000', '10.0.0.1'],
    [':51000', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['x'.repeat(1000), '10.0.0.1'],
    [undefined, '10.0.0.1'],
  ])('of %s is %s', (ip, address) => {
    expect(clientAddress({ clientIp: clientIpOf({ ip, socket: PROXY }) })).toBe(address);
  });

  it('is the same for all closed connections', () => {
    expect(clientAddress({ clientIp: clientIpOf({ ip: undefined, socket: {} as Socket }) })).toBe(
      '',
    );
  });
});
