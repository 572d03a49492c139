import { DateOrders, tableDate } from './table-dates';

describe('tableDate', () => {
  it.each([
    ['2027-05-01', '', '2027-05-01'],
    ['2027-05-01 10:00', '', '2027-05-01 10:00'],
    ['2027-05-01', '8:05 PM', '2027-05-01 20:05:00'],
    ['2027-05-01', '12 am', '2027-05-01 00:00:00'],
    ['2027-05-01', '12:30 p.m.', '2027-05-01 12:30:00'],
    ['2027-05-01', '20h15', '2027-05-01 20:15:00'],
    ['2027-05-01', '19:30+02:00', '2027-05-01 19:30+02:00'],
    ['1.5.2027', '9', '2027-05-01 09:00:00'],
    ['01.05.27', '', '2027-05-01'],
    ['1-5-2027', '', '2027-05-01'],
    ['1.5.2027 19:30', '', '2027-05-01 19:30'],
    ['5/5/2027', '', '2027-05-05'],
    ['13/2/2027', '', '2027-02-13'],
    ['2/13/2027', '', '2027-02-13'],
    ['2027/05/01', '', '2027/05/01'],
    ['2027/5/1 10:00', '20:15', '2027/5/1 20:15:00'],
    ['2027-05-01T10:00:00Z', '20:15', '2027-05-01 20:15:00'],
    ['1 May 2027', '', '1 May 2027'],
    ['1 May 2027', '8 pm', '2027-05-01 20:00:00'],
    ['Saturday, May 1, 2027', '20:15', '2027-05-01 20:15:00'],
    ['Saturday, May 1, 2027 10:00', '20:15', '2027-05-01 20:15:00'],
    ['May 1, 2027 or so', '20:15', 'May 1, 2027 or so 20:15:00'],
  ])('reads %s %s', (date, time, read) => {
    expect(tableDate(date, time, undefined)).toBe(read);
  });

  it.each(['47000', '47000.5', '1809338400'])('refuses the number %s', (number) => {
    expect(() => tableDate(number, '', undefined)).toThrow('not a number');
  });

  it('reads dates with slashes by the order of the table', () => {
    expect(tableDate('3/1/2027', '', 'day')).toBe('2027-01-03');
    expect(tableDate('3/1/2027', '', 'month')).toBe('2027-03-01');
    expect(() => tableDate('3/1/2027', '', undefined)).toThrow(
      '3/1/2027 has two meanings: write 2027-03-01 or 2027-01-03',
    );
  });

  it.each(['19 Uhr', '25:00', '19:70', '-'])('refuses the time %s', (time) => {
    expect(() => tableDate('2027-05-01', time, undefined)).toThrow('such as 19:30');
  });
});

describe('DateOrders', () => {
  it.each([
    [['1/2/2027', '13/2/2027'], 'day'],
    [['1/2/2027', '2/13/2027'], 'month'],
    [['1/2/2027', '2027-05-13'], undefined],
    [['13/2/2027', '2/13/2027'], undefined],
  ])('of %j is %s', (dates, order) => {
    const orders = new DateOrders();
    for (const date of dates) orders.add(date);
    expect(orders.order).toBe(order);
  });
});
