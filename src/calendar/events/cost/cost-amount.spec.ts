import { readAmount, type Currency } from './cost-amount';

const NO_SITE: Currency = { symbol: '', code: '', position: '' };

describe('readAmount', () => {
  it.each([
    ['20', '20'],
    ['12.5', '12.5'],
    ['20.50', '20.50'],
    ['007', '7'],
    ['00.50', '0.50'],
    ['.50', '0.50'],
    ['$.99', '0.99'],
    ['.00', '0'],
    ['Rs.50', '50'],
    ['0', '0'],
    ['0.00', '0'],
    ['0,00 €', '0'],
    ['Free', '0'],
    ['FREE', '0'],
    ['25,55', '25.55'],
    ['25,5', '25.5'],
    ['0,250', '0.250'],
    ['1,250', '1250'],
    ['1.250', '1.250'],
    ['1,250.00', '1250.00'],
    ['1.250,00', '1250.00'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['1.250.000,5', '1250000.5'],
    ['1 250', '1250'],
    ['1\u00a0250,50', '1250.50'],
    ['1’250.00', '1250.00'],
    ["CHF 1'250.–", '1250'],
    ['1’250’000.50', '1250000.50'],
    ['1ʼ250', '1250'],
    ['₹1,50,000', '150000'],
    ['₹ 12,50,000.75', '1250000.75'],
    ['1,00,00,000', '10000000'],
    ['₹99,000', '99000'],
    ['15,- €', '15'],
    ['15.– CHF', '15'],
  ])('reads %j as the value %j', (text, value) => {
    expect(readAmount(text, NO_SITE)).toMatchObject({ text, value, negative: false });
  });

  it.each([
    ['20', '', '', ''],
    ['$25', '$', '', 'prefix'],
    ['20$', '$', '', 'postfix'],
    ['€ 15', '€', '', 'prefix'],
    ['10 €', '€', '', 'postfix'],
    ['£5', '£', '', 'prefix'],
    ['US$ 20', 'US$', '', 'prefix'],
    ['R$20', 'R$', '', 'prefix'],
    ['USD 20', '', 'USD', 'prefix'],
    ['20 EUR', '', 'EUR', 'postfix'],
    ['20eur', '', 'EUR', 'postfix'],
    ['20 Euro', '', 'EUR', 'postfix'],
    ['$20 USD', '$', 'USD', 'prefix'],
    ['USD 20$', '$', 'USD', 'postfix'],
    ['CHF 1’000', '', 'CHF', 'prefix'],
    ['kr 100', 'kr', '', 'prefix'],
    ['100 Kč', 'Kč', '', 'postfix'],
    ['Rs.50', 'Rs.', '', 'prefix'],
    ['₹500', '₹', '', 'prefix'],
  ])('reads %j with symbol %j, code %j, position %j', (text, symbol, code, position) => {
    expect(readAmount(text, NO_SITE)).toMatchObject({ symbol, code, position });
  });

  it('reads a currency that only the site defines', () => {
    const site: Currency = { symbol: 'points', code: 'PTS', position: 'postfix' };
    expect(readAmount('5 points', site)).toMatchObject({ symbol: 'points', value: '5' });
    expect(readAmount('5 PTS', site)).toMatchObject({ code: 'PTS', value: '5' });
    expect(readAmount('5 points', NO_SITE)).toBeUndefined();
  });

  it.each(['-5', '−5', '-$5', '$-5', '- 5 €', '-0.01'])('reads a negative price: %j', (text) => {
    expect(readAmount(text, NO_SITE)).toMatchObject({ negative: true });
  });

  it.each(['-0', '-0.00'])('reads a negative zero: %j', (text) => {
    expect(readAmount(text, NO_SITE)).toMatchObject({ negative: false, value: '0' });
  });

  it.each([
    '',
    'Donation',
    'Free entry',
    'from 5',
    '5 per person',
    '5 %',
    '$20$',
    'USD 20 EUR',
    '1,25,00',
    '1.2.3',
    '10 20',
    '5.',
    '1e21',
    '2027-05-01',
    '9'.repeat(40),
    '٥',
  ])('rejects %j', (text) => {
    expect(readAmount(text, NO_SITE)).toBeUndefined();
  });
});
