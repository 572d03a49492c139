import { Allow, IsDefined, IsIn, IsInt, IsOptional, Min, ValidateBy } from 'class-validator';
import { isValid } from './is-valid';

class Base {
  @IsDefined()
  @IsIn(['a', 'b'], { each: true })
  letters?: unknown;
}

class Input extends Base {
  @IsOptional()
  @IsInt()
  @Min(1)
  count?: unknown;

  @Allow()
  note?: unknown;
}

class Slow {
  @ValidateBy({ name: 'slow', async: true, validator: { validate: () => Promise.resolve(true) } })
  field?: unknown;
}

const inputOf = (values: object): Input => Object.assign(new Input(), values);

describe('isValid', () => {
  it.each([
    { letters: ['a', 'b'] },
    { letters: [], count: 1, note: 'anything' },
    { letters: ['a'], count: null },
  ])('is true for %j', (values) => {
    expect(isValid(inputOf(values))).toBe(true);
  });

  it.each([
    {},
    { letters: ['a', 'c'] },
    { letters: ['a'], count: 0 },
    { letters: ['a'], count: 'one' },
    { letters: ['a'], unknown: 1 },
  ])('is false for %j', (values) => {
    expect(isValid(inputOf(values))).toBe(false);
  });

  it('leaves asynchronous rules to class-validator', () => {
    expect(isValid(Object.assign(new Slow(), { field: 1 }))).toBe(false);
  });
});
