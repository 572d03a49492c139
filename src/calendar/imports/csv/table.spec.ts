import { readRows } from './table';

describe('readRows', () => {
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
