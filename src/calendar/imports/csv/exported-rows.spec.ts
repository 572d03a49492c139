import fc from 'fast-check';
import { anyText } from '../../../../test/support/any-text';
import type { ListedEvent } from '../../events';
import { csvTable, tableCells, tableRow } from '../../feeds/table/table-row';
import { contentOf } from '../import-source';
import { TableSource } from './table-source';

const eventOf = (title: string, description: string, organizers: readonly string[]): ListedEvent =>
  ({
    event: {
      title,
      description,
      start_date: '2030-05-01 20:00:00',
      end_date: '2030-05-01 21:00:00',
      all_day: false,
      venue: [],
      organizer: organizers.map((organizer) => ({ organizer })),
      categories: [],
      tags: [],
      image: false,
    },
    isProtected: false,
    linkReaders: '',
  }) as unknown as ListedEvent;

const read = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
  const source = new TableSource(contentOf(Buffer.from(text)));
  await source.count(Infinity);
  for await (const item of source.items()) {
    if ('reason' in item) throw new Error(item.reason);
    return item.fields;
  }
  return {};
};

/** Of characters that are special in tables, lists of names and formulas. */
const special = fc
  .array(fc.constantFrom("'", '"', ',', ';', '=', '+', '-', '@', '\t', ' ', 'x', 'é', '\n'), {
    maxLength: 8,
  })
  .map((characters) => characters.join(''));
const text = fc.oneof(
  special,
  anyText().map((any) => any.replace(/\r/g, '')),
);
/** As the interface stores them: without spaces around, and on one line. */
const name = text.map((any) => any.replace(/\s+/g, ' ').trim()).filter((any) => any !== '');

describe('An exported row', () => {
  it('is read as it was, with any texts and names', async () => {
    await fc.assert(
      fc.asyncProperty(name, text, fc.array(name, { maxLength: 4 }), async (title, html, names) => {
        const fields = await read(csvTable([tableRow(eventOf(title, html, names))]));
        expect([fields.title, fields.description, fields.organizer]).toEqual([
          title,
          html,
          names.map((organizer) => ({ organizer })),
        ]);
      }),
      { numRuns: 250 },
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ["'=1", "''=1"],
    ["''x", "'''x"],
    ["'tis", "'tis"],
    ['1=1', '1=1'],
  ])('has %j as %j', (title, cell) => {
    const { text: row } = tableRow(eventOf(title, '', []));
    expect(row.startsWith(`${cell},`) || row.startsWith(`"${cell}",`)).toBe(true);
    expect(tableCells(eventOf(title, '', [])).get('Event Name')).toBe(title);
  });
});
