import fc from 'fast-check';
import { lowestPrice, presentCost, readCost } from './cost';
import type { Currency } from './cost-amount';

const NO_CURRENCY: Currency = { symbol: '', code: '', position: '' };
const DOLLARS: Currency = { symbol: '$', code: 'USD', position: 'prefix' };

function returned(sent: unknown, site = NO_CURRENCY): ReturnType<typeof presentCost> {
  const parts = readCost(sent);
  if (!parts) {
    throw new Error(`${JSON.stringify(sent)} was refused`);
  }
  return presentCost(parts, site);
}

describe('readCost', () => {
  it.each([null, '', '  ', [], [''], '<b></b>'])('reads %j as a cleared cost', (sent) => {
    expect(readCost(sent)).toEqual([]);
  });

  it.each([
    [12.5, ['12.5']],
    [0, ['0']],
    [-0, ['0']],
    [1e-7, ['0.0000001']],
    [Number.MAX_SAFE_INTEGER, ['9007199254740991']],
    [' 20 $ ', ['20 $']],
    ['20\u00a0 €', ['20 €']],
    [
      [10, '', '20$'],
      ['10', '20$'],
    ],
    ['<b>20$</b>', ['20$']],
    ['true', ['true']],
  ])('reads %j as %j', (sent, parts) => {
    expect(readCost(sent)).toEqual(parts);
  });

  it.each([
    true,
    false,
    undefined,
    {},
    { cost: 5 },
    -5,
    '-5',
    '−5 €',
    '-$5',
    '-5 - 10',
    '10 – -5',
    NaN,
    Infinity,
    1e21,
    [['5']],
    [true],
    [null],
    [{}],
    ['5', -5],
    'a\0b',
    '\uD83C',
  ])('rejects %j', (sent) => {
    expect(readCost(sent)).toBeUndefined();
  });

  it('accepts at most 50 parts and 500 characters', () => {
    expect(readCost(Array(50).fill('5'))).toHaveLength(50);
    expect(readCost(Array(51).fill('5'))).toBeUndefined();
    expect(readCost('x'.repeat(500))).toHaveLength(1);
    expect(readCost('x'.repeat(501))).toBeUndefined();
    expect(readCost(['x'.repeat(250), 'x'.repeat(250)])).toBeUndefined();
  });
});

describe('presentCost', () => {
  it.each([
    ['20$', '20$', ['20']],
    ['$25', '$25', ['25']],
    [['0$', '20$', '30$'], 'Free – 30$', ['0', '20', '30']],
    ['10-20', '10 – 20', ['10', '20']],
    [['10', '20'], '10 – 20', ['10', '20']],
    ['$10 - $20.50', '$10 – $20.50', ['10', '20.50']],
    ['10–20 €', '10 – 20 €', ['10', '20']],
    ['20-10', '10 – 20', ['10', '20']],
    ['Free - 20$', 'Free – 20$', ['0', '20']],
    ['1,250.00', '1,250.00', ['1250.00']],
    ['1.250,00', '1.250,00', ['1250.00']],
    ['25,55', '25,55', ['25.55']],
    [12.5, '12.5', ['12.5']],
    [0, 'Free', ['0']],
    ['0', 'Free', ['0']],
    ['Free', 'Free', ['0']],
    ['free', 'Free', ['0']],
    ['0.00', 'Free', ['0']],
    [[9, 100, 20], '9 – 100', ['9', '20', '100']],
    [['5', '5'], '5', ['5']],
    [['5', '5.00'], '5', ['5']],
    [['10 - 20', '15'], '10 – 20', ['10', '15', '20']],
    ['Donation', 'Donation', ['Donation']],
    [
      ['Donation', 'Pay what you can'],
      'Donation, Pay what you can',
      ['Donation', 'Pay what you can'],
    ],
    ['Members 5, guests 10', 'Members 5, guests 10', ['5', '10']],
    ['Members $.50, guests .75', 'Members $.50, guests .75', ['0.50', '0.75']],
    ['No.5, row 1.2', 'No.5, row 1.2', ['1.2', '5']],
    ['$.50', '$.50', ['0.50']],
    ['guests 10.-, members 5,50, all: 10', 'guests 10.-, members 5,50, all: 10', ['5.50', '10']],
    ['from 10 €', 'from 10 €', ['10']],
    [
      'about 1,250.00 or 1 000 or 2.000,50',
      'about 1,250.00 or 1 000 or 2.000,50',
      ['1000', '1250.00', '2000.50'],
    ],
    ['until 1.5.2027', 'until 1.5.2027', ['1', '5', '2027']],
    ['2027-05-01', '2027-05-01', ['1', '5', '2027']],
    [['members 5', '20$'], 'members 5, 20$', ['5', '20']],
    [['Donation', '20$'], 'Donation, 20$', ['20']],
    [[], '', []],
  ])('presents %j as %j with the values %j', (sent, cost, values) => {
    expect(returned(sent)).toMatchObject({ cost, cost_details: { values } });
  });

  it.each([
    ['20$', '$', '', 'postfix'],
    ['$10 - $20.50', '$', '', 'prefix'],
    ['10–20 €', '€', '', 'postfix'],
    ['USD 20', '', 'USD', 'prefix'],
    [['$10', '20 USD'], '$', 'USD', 'prefix'],
    [['10$', '20€'], '', '', ''],
    ['20', '', '', ''],
    ['Free', '', '', ''],
    ['Donation', '', '', ''],
    [[], '', '', ''],
  ])('presents %j with symbol %j, code %j, position %j', (sent, symbol, code, position) => {
    expect(returned(sent).cost_details).toMatchObject({
      currency_symbol: symbol,
      currency_code: code,
      currency_position: position,
    });
  });

  it.each([
    [{ symbol: '$', code: 'USD', position: 'prefix' }, '$12.5', 'prefix'],
    [{ symbol: '€', code: '', position: 'postfix' }, '12.5€', 'postfix'],
    [{ symbol: '€', code: '', position: '' }, '€12.5', 'prefix'],
    [{ symbol: '', code: 'EUR', position: 'postfix' }, '12.5 EUR', 'postfix'],
    [{ symbol: 'kr', code: 'SEK', position: 'prefix' }, 'kr 12.5', 'prefix'],
    [{ symbol: '', code: '', position: 'prefix' }, '12.5', ''],
  ] as const)(
    'presents a bare number in the currency of the site, %j: %j',
    (site, cost, position) => {
      expect(returned(12.5, site)).toEqual({
        cost,
        cost_details: {
          currency_symbol: site.symbol,
          currency_code: site.code,
          currency_position: position,
          values: ['12.5'],
        },
      });
    },
  );

  it('adds the currency of the site to both ends of a range, and to nothing else', () => {
    expect(returned('10-20', DOLLARS).cost).toBe('$10 – $20');
    expect(returned([0, 20], DOLLARS).cost).toBe('Free – $20');
    expect(returned('10 – 20 €', DOLLARS).cost).toBe('10 – 20 €');
    expect(returned(['0€', '20'], DOLLARS).cost).toBe('Free – 20€');
    expect(returned(['10', '15€', '20'], DOLLARS).cost).toBe('10€ – 20€');
    expect(returned('Donation', DOLLARS).cost).toBe('Donation');
    expect(returned('', DOLLARS).cost_details.currency_symbol).toBe('');
  });

  it('uses the currency of the given site', () => {
    expect(presentCost(['5'], DOLLARS).cost).toBe('$5');
    expect(presentCost(['5'], NO_CURRENCY).cost).toBe('5');
  });

  it('is idempotent', () => {
    const number = fc.constantFrom(
      '0',
      '.5',
      '5',
      '5.00',
      '20',
      '1,250.00',
      '1.250,00',
      '1 000',
      '15,-',
    );
    const currency = fc.constantFrom('', '$', ' €', 'EUR ', ' usd', 'kr. ', ' points', 'CHF');
    const price = fc.tuple(currency, number, currency).map((pieces) => pieces.join(''));
    const dash = fc.constantFrom('-', ' - ', ' – ', '—');
    const text = fc.oneof(
      price,
      fc.tuple(price, dash, price).map((pieces) => pieces.join('')),
      fc.constantFrom('Free', 'Donation', 'kr', '-', ',', '5 –', '<', 'b>', '$', '- x', '& <b'),
      fc.string({ maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'019.,- –$€<>&;a'), maxLength: 12 }),
    );
    const site = fc.constantFrom(NO_CURRENCY, DOLLARS, {
      symbol: 'points',
      code: '',
      position: 'postfix',
    } as const);
    fc.assert(
      fc.property(
        fc.oneof(text, fc.array(text, { maxLength: 4 })),
        site,
        (sent, currencyOfSite) => {
          const parts = readCost(sent);
          fc.pre(parts !== undefined);
          const { cost } = presentCost(parts, currencyOfSite);
          expect(returned(cost, currencyOfSite).cost).toBe(cost);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('lowestPrice', () => {
  it.each([
    ['Free', '0'],
    ['0 - 20 €', '0'],
    ['20 €', '20'],
    ['₹1,50,000', '150000'],
    ['from ₹1,50,000', '150000'],
    ["from CHF 1'250.–", '1250'],
    ['Adults 10 €, 0 to 6 years free', '6'],
    ['20 €, doors 20:00', '20'],
    ['Call 0800 5000', '800'],
    ['Age 0+', undefined],
    ['Donation', undefined],
  ])('of %j is %j', (cost, price) => {
    expect(lowestPrice(presentCost([cost], { symbol: '', code: '', position: '' }))).toBe(price);
  });
});
