import { readRows } from './table';

describe('readRows', () => {
  it('ends at a row whose quoted cell has no clear end, and says so', async () => {
    const text = 'A,B\n1,2\n"Q" x,3\n4,5\n"six","7"\n';
    const rows = [];
    for await (const row of readRows({ read: () => [Buffer.from(text)] })) rows.push(row);
    expect(rows.toSorted((one, other) => one.line - other.line)).toEqual([
      { line: 1, cells: ['A', 'B'] },
      { line: 2, cells: ['1', '2'] },
      {
        line: 3,
        reason:
          'has a text behind the quotation mark that ends a cell; the rows below it are not read',
        isLast: true,
      },
    ]);
  });

  it('counts a CRLF in two chunks as one line', async () => {
    const chunks = ['one,"1\r', '\n2"\r', '\ntwo,3\r'].map((text) => Buffer.from(text));
    const rows = [];
    for await (const row of readRows({ read: () => chunks })) rows.push(row);
    expect(rows).toEqual([
      { line: 2, cells: ['one', '1\r\n2'] },
      { line: 3, cells: ['two', '3'] },
    ]);
  });
});
