import { readSettings } from '../config';
import { editionOf } from './edition';

const editionWith = (environment: Record<string, string>): string =>
  editionOf(readSettings({ DATABASE_URL: 'sqlite:x', ...environment }));

describe('The edition of all answers', () => {
  it('is the same at every instance of one build with the same settings', () => {
    expect(editionWith({})).toBe(editionWith({ PORT: '1234' }));
  });

  it.each<Record<string, string>>([{ TIMEZONE: 'Asia/Tokyo' }, { CURRENCY_CODE: 'CHF' }])(
    'is another one with %j',
    (environment) => {
      expect(editionWith(environment)).not.toBe(editionWith({}));
    },
  );
});
