import { type Credential, readCredential } from './credential';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('readCredential', () => {
  it.each<[string, Credential | undefined]>([
    ['Bearer calendar_x', { secret: 'calendar_x' }],
    ['bearer   a.b.c ', { secret: 'a.b.c' }],
    [basic('importer:calendar_x'), { name: 'importer', secret: 'calendar_x' }],
    [basic('Müller:a:b'), { name: 'Müller', secret: 'a:b' }],
    [basic(':'), { name: '', secret: '' }],
    [basic('importer'), undefined],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    ['Basic', undefined],
    ['Digest x', undefined],
    ['', undefined],
  ])('parses %j as %j', (header, credential) => {
    expect(readCredential(header)).toEqual(credential);
  });
});
