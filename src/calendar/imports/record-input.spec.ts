import { ZONE_RULES } from '../../platform/foundation/dates';
import { ExtendedTypes, InputPipe } from '../../platform/input';
import { CreateSeriesDto } from '../events/series/dto/create-series.dto';
import { RecordInput } from './record-input';

const SERIES = {
  title: 'Market',
  start_date: '2027-05-01 10:00:00',
  end_date: '2027-05-01 12:00:00',
  rrule: '',
  rdates: ['2027-05-08 10:00:00'],
};

describe('RecordInput', () => {
  const input = new RecordInput(new InputPipe(ZONE_RULES, new ExtendedTypes()));

  it('reads records with the same values, although a rule depends on two of them', async () => {
    const { rrule, rdates } = await input.read(SERIES, CreateSeriesDto);
    const second = await input.read({ ...SERIES, title: 'Fair' }, CreateSeriesDto);
    expect(second).toMatchObject({ title: 'Fair', rrule, rdates });
  });

  it('reports the faults of a record whose other values are known', async () => {
    const invalid = input.read({ ...SERIES, title: ' ' }, CreateSeriesDto);
    await expect(invalid).rejects.toThrow('title');
  });
});
