import { Budget } from './budget';

it('A budget is used up until the span since the first taking is over', () => {
  const budget = new Budget(2, 1000);
  expect([500, 600, 700, 1499].map((now) => budget.take(now))).toEqual([1, 0, -1, -2]);
  expect(budget.ends).toBe(1500);
  expect(budget.take(1500)).toBe(1);
});
