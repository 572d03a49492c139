import { startApp, type TestApp } from '../support/app';
import { everyLinked } from '../support/linked-record-tests';
import { type ErrorBody, everyResource, type Resource, without } from '../support/resource-tests';
import { everyRecord } from '../support/record-tests';

const RESOURCE: Resource = {
  name: 'organizers',
  kind: 'organizer',
  title: 'organizer',
  optional: {
    description: { sent: '<p>We <em>sing</em></p>', cleared: '' },
    excerpt: { sent: 'Singers', cleared: '' },
    phone: { sent: '+1 555 0200', cleared: '' },
    website: { sent: 'https://choir.example/', cleared: '' },
    email: { sent: 'hello@choir.example', cleared: '' },
    author: { sent: '7', cleared: '0' },
  },
};

describe('Organizers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  everyResource(RESOURCE, () => app);
  everyRecord(RESOURCE, () => app);
  everyLinked(RESOURCE, () => app);

  it('An organizer has its fields in the documented order', async () => {
    expect(Object.keys(await app.createOrganizer()).join(' ')).toBe(
      'id author status date date_utc modified modified_utc url rest_url organizer description ' +
        'excerpt slug image phone website email global_id global_id_lineage language languages json_ld',
    );
  });

  it('A single organizer has JSON-LD, a list has none', async () => {
    const organizer = await app.createOrganizer({
      organizer: 'Chamber Choir',
      description: '<p>We <b>sing</b></p>',
      phone: '+1 555 0200',
      email: 'choir@example.org',
      website: 'https://choir.example',
      image: 'https://choir.example/us.jpg',
    });
    expect(organizer.json_ld).toEqual({
      '@context': 'http://schema.org',
      '@type': 'Person',
      name: 'Chamber Choir',
      description: 'We sing',
      image: 'https://choir.example/us.jpg',
      url: 'https://choir.example',
      telephone: '+1 555 0200',
      email: 'choir@example.org',
      sameAs: 'https://choir.example',
    });
    expect(await app.list('/organizers', { include: organizer.id })).toEqual([
      without(organizer, 'json_ld'),
    ]);
  });

  it.each([
    'nobody',
    'a@b',
    'a b@example.org',
    '@example.org',
    '"</script><svg/onload=alert(1)>"@a.example',
    '"quoted"@example.org',
    'a<b@example.org',
    'Ada <ada@example.org>',
    'a@b.example, c@d.example',
    'a\u202eb@example.org',
    'a@[127.0.0.1]',
    5,
    {},
    `${'a'.repeat(255)}@example.org`,
  ])('The e-mail address cannot be %j', async (email) => {
    const { status, body } = await app.post<ErrorBody>('/organizers', { organizer: 'x', email });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params ?? {})).toEqual(['email']);
  });

  it.each(["o'neil+fun@sub.example.org", 'jürgen@bücher.example', 'a.b-c_d@xn--bcher-kva.example'])(
    'The e-mail address can be %s',
    async (email) => {
      expect(await app.createOrganizer({ email })).toMatchObject({ email });
    },
  );

  it('The e-mail address has at most 254 characters', async () => {
    const address = (length: number): string => {
      const domain = `${Array.from({ length: 5 }, () => 'a'.repeat(60)).join('.')}.example`;
      return `${'a'.repeat(64)}@${domain.slice(65 - length)}`;
    };
    expect(await app.createOrganizer({ email: address(254) })).toMatchObject({
      email: address(254),
    });
    expect(await app.post('/organizers', { organizer: 'x', email: address(255) })).toMatchObject({
      status: 400,
    });
  });

  it.each([
    { organizer: 'Xylophonists' },
    { description: '<p>Xylo<b>phonists</b></p>' },
    { excerpt: 'two xylophonists' },
    { phone: 'XYLOPHONISTS' },
    { website: 'https://xylophonists.example' },
    { email: 'xylophonists@example.org' },
  ])('A search finds %j', async (fields) => {
    const { id } = await app.createOrganizer(fields);
    const found = await app.list('/organizers', { search: 'Xylophonists' });
    expect(found.map((organizer) => organizer.id)).toContain(id);
  });
});
