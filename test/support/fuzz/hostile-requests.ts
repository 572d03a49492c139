import fc from 'fast-check';
import type { WireRequest } from './wire';

/** Makes a request that no well-behaved client sends. */
type Mutation = (request: WireRequest) => WireRequest;

const METHODS = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FOREIGN_METHODS = ['PURGE', 'TRACE', 'PROPFIND', 'LOCK', 'M-SEARCH', 'SEARCH', 'LINK'];

const HEADERS: [string, string][] = [
  ...[
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=nonsense',
    'application/x-www-form-urlencoded; charset=koi8-r',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'application/json',
    'nonsense',
    '/',
  ].map((type): [string, string] => ['Content-Type', type]),
  ...['gzip', 'deflate', 'br', 'rot13', 'identity', 'gzip, gzip'].map(
    (encoding): [string, string] => ['Content-Encoding', encoding],
  ),
  ...[
    'calendar.example:81',
    'CALENDAR.EXAMPLE.',
    '[::1]:80',
    'a.example:99999',
    'a.example, b.example',
    'user@evil.example',
    'evil.example/path?x#y',
    "a'b.example",
    'a|b',
    'a%00b',
    '\u00fc.example',
    '<script>',
    '-',
    '',
  ].map((host): [string, string] => ['Host', host]),
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-Forwarded-For', '1.2.3.4, unknown, ::1'],
  ['Forwarded', 'host=evil.example;proto=https'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Range', 'bytes=0-1,5-'],
  ['Range', 'bytes=-1'],
  ['Expect', '100-continue'],
  ['If-None-Match', '*'],
  ['If-Match', '"x"'],
  ['If-Modified-Since', 'Sat, 01 Jan 2050 00:00:00 GMT'],
  ['If-Unmodified-Since', 'nonsense'],
  ['Accept', 'image/png;q=nonsense'],
  ['Accept-Encoding', 'gzip;q=0, *;q=0'],
  ['Accept-Encoding', 'br'],
  ['Accept-Language', 'de;q=x,*'],
  ['Authorization', 'Basic ='],
  ['Authorization', 'Bearer a.b.c'],
  ['Origin', 'null'],
  ['Access-Control-Request-Method', 'NONSENSE'],
  ['Cookie', '__proto__=x; a=%E0%A4%A'],
  ['Connection', 'upgrade'],
  ['Upgrade', 'websocket'],
  ['Long', 'x'.repeat(5000)],
];

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

const listOf = (name: string, item: unknown): string =>
  JSON.stringify({ [name]: Array<unknown>(10_000).fill(item) });

const BODIES: (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '{"title":}',
  '{title:1}',
  "{'title':1}",
  '[]',
  '[{"title":"x"}]',
  'null',
  'true',
  '5',
  '"text"',
  '\u0000',
  '{}{}',
  '{"title":"x",}',
  '\ufeff{"title":"x","name":"x"}',
  '{"title":"\\ud800","venue":"\\udfff","organizer":"\\ud800\\ud800","name":"\\u0000"}',
  '{"title":"a","title":{"b":1}}',
  '{"__proto__":{"title":"x","admin":true},"title":"y"}',
  '{"constructor":{"prototype":{"polluted":1}},"name":"x"}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":2,"then":3,"toJSON":4,"length":5}',
  '{"name":"x","description":1e999,"parent":-1e999}',
  `{"name":${'9'.repeat(5000)}}`,
  `{"a":${nested('[', ']', 19)}}`,
  `{"a":${nested('[', ']', 5000)}}`,
  nested('{"a":', '}', 3000),
  listOf('categories', 1),
  listOf('tags', 'x'),
  listOf('venue', { venue: 'x' }),
  listOf('organizer', [[]]),
  listOf('cost', '1'),
  listOf('name', 'x'),
  JSON.stringify({
    custom_fields: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [n, n])),
  }),
  JSON.stringify({ title: '<'.repeat(50_000), description: '<div>'.repeat(10_000) }),
  JSON.stringify({
    description: '<a href="javascript:x">'.repeat(3000),
    search: '%_'.repeat(9000),
  }),
  ...['a wide', 'a (\n{"level":"info","message":"forged"}\n', ', 1x 2x', ' (('].map((images) =>
    JSON.stringify({
      ...{ title: 'x', start_date: '2027-05-01', end_date: '2027-05-01' },
      ...{ venue: 'x', organizer: 'x', name: 'x' },
      description: `<img srcset="${images}">`,
    }),
  ),
  JSON.stringify({
    start_date: '9'.repeat(50_000),
    end_date: 'next '.repeat(10_000),
    timezone: 'UTC+',
  }),
  JSON.stringify({ website: `http://${'a.'.repeat(20_000)}`, email: `${'a.'.repeat(20_000)}@b` }),
  JSON.stringify({
    cost: '1,'.repeat(20_000),
    image: `http://a/${'.'.repeat(20_000)}`,
    slug: '-'.repeat(50_000),
  }),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  Buffer.from('{"name":"utf-16"}', 'utf16le'),
  Buffer.from('title=\u00ff\u00fe&venue=\u00c3\u0028&name=\u00ed\u00a0\u0080', 'latin1'),
  'title=%ff%fe&venue=%&organizer=%E0%A4%A&name=%00',
  'title=x&title[]=y&title[a]=z&name[]=x&name=y',
  '__proto__[x]=1&constructor[prototype][y]=2&toString=3&hasOwnProperty=4',
  `venue${'[a]'.repeat(2000)}=x`,
  `venue${'[venue]'.repeat(6)}=x&venue[id][]=1`,
  'venue[999999999]=1&categories[1e9]=1&tags[-1]=2&organizer[0][organizer]=x',
  `name=x${'&a[]=1'.repeat(950)}`,
  '&'.repeat(5000),
  'a=1&'.repeat(2000),
  '=&=&[]=&[][]=&[=]',
  '+++%20%2B',
  'x'.repeat(200_000),
];

const QUERIES = [
  '&',
  '=',
  '?',
  '%',
  '%zz=%E0%A4%A',
  '%ff%fe=%ff',
  '\u00ff\u00fe=\u00c3(',
  '%00=%00&search=%00',
  'search=%ED%A0%80',
  '__proto__[page]=5&constructor[prototype][page]=6',
  '__proto__=1&toString=2&hasOwnProperty=3&__defineGetter__=4',
  'page[__proto__]=1&search[toString]=2&_fields[constructor]=3',
  'page=1&page=2&page[]=3&page[a]=4',
  'search[]=a&search[b][c]=d',
  '_fields[]=id&_fields[]=a.b.c.d&_fields=..,.',
  '_fields=__proto__,constructor.name,toString',
  `_fields=${'a.'.repeat(3000)}`,
  `a${'[b]'.repeat(3000)}=c`,
  `a${'[]'.repeat(3000)}=c`,
  'a[999999999]=b&include[1e9]=1&include[-1]=2',
  'include[=1&include]=2&include[[]]=3',
  `include=${'1,'.repeat(2000)}`,
  'a=1&'.repeat(1500),
  `search=${'x'.repeat(7000)}`,
  `search=${"'".repeat(4000)}`,
  `search=${'%25_'.repeat(100)}`,
  `search=${'a+'.repeat(240)}`,
  `search=${'"a"+'.repeat(120)}`,
  `status=${'publish,'.repeat(500)}`,
  `start_date=${'1'.repeat(5000)}`,
  `start_date=${'next+'.repeat(1000)}monday`,
  `ends_before=${'%2B1+day+'.repeat(300)}`,
  'page=1e308&per_page=-0',
  'page=99999999999999999999&per_page=9007199254740991',
  'page=9007199254740991&per_page=50',
  'geoloc_lat=1e308&geoloc_lng=-0&geoloc_radius=1e-320',
  'geoloc_lat=90&geoloc_lng=180&geoloc_radius=20038',
  'geoloc_lat=-90&geoloc_lng=-180&geoloc_radius=0',
  'bbox=180,-90,-180,90',
  'bbox=-0,0,1e308,0',
  'bbox[0][0]=1&bbox[west]=1&bbox=__proto__',
  `bbox=${'1,'.repeat(2000)}`,
  'rest_route=/x&_method=DELETE&context=edit&callback=alert(1)&jsonp=x&format=xml',
  'password[]=secret&password[length]=6',
  'force=true',
  'force[]=true&force=x',
  'title[a][b]=1&name[]=x&venue[venue][venue]=2',
  'orderby=id;&order=desc--',
  'a;b=c;d',
  'x#y',
];

const PATHS: ((path: string) => string)[] = [
  (path) => `/nl${path}`,
  (path) => `/de/fr${path}`,
  (path) => `/DE${path}`,
  (path) => `/__proto__${path}`,
  (path) => `/%64%65${path}`,
  (path) => `/${path}`,
  (path) => `${path}//`,
  (path) => `${path}/x`,
  (path) => `${path}.json`,
  (path) => `${path};a=b`,
  (path) => `${path}%`,
  (path) => `${path}%00`,
  (path) => `${path}%2F`,
  (path) => `${path}%ED%A0%80`,
  (path) => `${path}\u00ff\u00fe`,
  (path) => `${path}/${'a'.repeat(7000)}`,
  (path) => `${path}${'/a'.repeat(3000)}`,
  (path) => `${path}/by-slug/`,
  (path) => `${path}/by-slug/..%2F..%2Fetc%2Fpasswd`,
  (path) => `${path}/../tags`,
  // The capital letter of `\u00ff` is no byte.
  (path) => path.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  (path) => path.replace('/cal', '/./cal'),
  (path) => path.replace('/events/v1', '/events//v1'),
  (path) => path.replace('/v1', '/%76%31'),
  (path) => path.replace(/\d+$/, '0'),
  (path) => path.replace(/\d+$/, '9'.repeat(400)),
  (path) => path.replace(/\d+$/, '1%20'),
  (path) => path.replace(/\d+$/, '\u0661'.replace(/./u, '%D9%A1')),
  (path) => path.replace(/[^/]+$/, (last) => `%${last.charCodeAt(0).toString(16)}${last.slice(1)}`),
  (path) => path.replace(/[^/]+$/, '%E2%80%AE%00%EF%BB%BF'),
  () => '/',
  () => '*',
  () => '/cal',
  () => '/%',
  () => '/cal/events/v1/constructor',
  () => '/cal/events/v1/__proto__/1',
  () => 'http://evil.example/cal/events/v1/tags',
];

const method: Mutation[] = [...METHODS, ...FOREIGN_METHODS].map((name) => (request) => ({
  ...request,
  method: name,
}));

const header: Mutation[] = HEADERS.map(([name, value]) => (request) => ({
  ...request,
  headers: { ...request.headers, [name]: value },
}));

const body: Mutation[] = BODIES.map((sent) => (request) => ({
  ...request,
  headers: {
    'Content-Type': /^[^{[]*=/.test(sent.toString('latin1'))
      ? 'application/x-www-form-urlencoded'
      : 'application/json',
    ...request.headers,
  },
  body: Buffer.from(sent),
}));

const query: Mutation[] = QUERIES.map((sent) => (request) => ({
  ...request,
  target: `${request.target}${request.target.includes('?') ? '&' : '?'}${sent}`,
}));

const path: Mutation[] = PATHS.map((change) => (request) => {
  const [before, ...rest] = request.target.split('?');
  return { ...request, target: [change(before), ...rest].join('?') };
});

/** Requests with one or two mutations. */
export function hostile(requests: fc.Arbitrary<WireRequest>): fc.Arbitrary<WireRequest> {
  const mutation = fc.oneof(
    ...[method, header, body, query, path].map((mutations) => fc.constantFrom(...mutations)),
  );
  return fc
    .tuple(requests, fc.array(mutation, { minLength: 1, maxLength: 2 }))
    .map(([request, mutations]) => mutations.reduce((changed, mutate) => mutate(changed), request));
}
