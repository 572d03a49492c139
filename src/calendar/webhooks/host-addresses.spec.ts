import { HostAddresses, inHosts, searchDomains } from './host-addresses';

const HOSTS = `# Local names
127.0.0.1\tlocalhost  Local.Example # hooks.example
::1 localhost
not-an-address hooks.example

10.1.0.7 hooks.internal`;

describe('inHosts', () => {
  it.each([
    ['localhost', ['127.0.0.1', '::1']],
    ['local.example', ['127.0.0.1']],
    ['hooks.internal', ['10.1.0.7']],
    ['hooks.example', []],
    ['10.1.0.7', []],
  ])('finds the addresses of %s', (host, addresses) => {
    expect(inHosts(HOSTS, host).map(({ address }) => address)).toEqual(addresses);
  });
});

describe('searchDomains', () => {
  it.each([
    ['', []],
    ['nameserver 10.0.0.1\noptions ndots:5', []],
    [
      'search a.example\nsearch  svc.cluster.local lan ; domain b.example',
      ['.svc.cluster.local', '.lan'],
    ],
    ['domain a.example', ['.a.example']],
  ])('reads %j', (text, domains) => {
    expect(searchDomains(text)).toEqual(domains);
  });
});

describe('HostAddresses', () => {
  it('returns an address as it is', async () => {
    expect(await new HostAddresses().of('2001:db8::7')).toEqual([
      { address: '2001:db8::7', family: 6 },
    ]);
  });
});
