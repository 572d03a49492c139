import { effortOf } from '../../../../test/support/effort';
import { registerErrors } from '../../../platform/modules';
import { CALENDAR_ERRORS } from '../../calendar-errors';
import { contentOf } from '../import-source';
import { TableSource } from './table-source';

registerErrors(CALENDAR_ERRORS);

const HEADER = 'Event Name,Event Start Date\n';
const EVENTS_MAX = 1000;
/** A turn takes 5 to 50 ms; without slices it takes seconds. */
const MILLISECONDS = 500;

const count = (text: string): Promise<number> =>
  new TableSource(contentOf(Buffer.from(text))).count(EVENTS_MAX);

describe('A hostile table', () => {
  it.each([
    ['rows without a text', HEADER + ',\n'.repeat(600_000), 0],
    ['too many rows', HEADER + 'Jazz,2027-05-01\n'.repeat(120_000), EVENTS_MAX + 1],
    ['too many cells', HEADER + `${','.repeat(100_000)}Jazz\n`.repeat(15), 15],
  ])('with %s does not block the event loop', async (_name, text, total) => {
    const effort = await effortOf(async () => expect(await count(text)).toBe(total));
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
  });

  it('is not read to its end if its rows are broken', async () => {
    const effort = await effortOf(() =>
      expect(count(HEADER + 'a"b\n'.repeat(380_000))).rejects.toThrow(
        'More than 50 rows of the table cannot be read.',
      ),
    );
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
    expect(effort.total).toBeLessThan(5000);
  });

  it('is not read to its end if its rows have other numbers of cells than the header', async () => {
    const header = `Event Name,Event Start Date${',X'.repeat(20_000)}\n`;
    const effort = await effortOf(() =>
      expect(count(header + ',\n'.repeat(600_000))).rejects.toThrow(
        'More than 10000 rows of the table have another number of cells than its header.',
      ),
    );
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
    expect(effort.total).toBeLessThan(8000);
  });

  it('may have some broken rows, which are counted', async () => {
    expect(await count(HEADER + 'a"b\n'.repeat(50) + 'Jazz,2027-05-01\n')).toBe(51);
  });
});
