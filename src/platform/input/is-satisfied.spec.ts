import {
  Allow,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  Max,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { isSatisfied } from './is-satisfied';

class Base {
  @IsOptional()
  @IsInt()
  @Max(5)
  seats?: unknown;

  @IsString({ each: true })
  tags: unknown;
}

class Input extends Base {
  @IsDefined()
  @IsString()
  name: unknown;

  @IsString({ validateIf: (_input, value) => value !== 0 })
  short: unknown = '';

  @ValidateIf(({ name }: Input) => name === 'online')
  @IsString()
  address?: unknown;

  @Allow()
  anything?: unknown;
}

const input = (values: object): Input =>
  Object.assign(new Input(), { name: 'Trio', tags: [] }, values);

class Nested {
  @ValidateNested()
  inner = input({});
}

const later = (validate: () => Promise<boolean>): PropertyDecorator =>
  ValidateBy({ name: 'later', validator: { validate } });

class Later {
  @later(() => Promise.resolve(true))
  value = 1;
}

class Failing {
  @later(() => Promise.reject(new Error('Not reached.')))
  value = 1;
}

describe('isSatisfied', () => {
  it.each([
    [true, {}],
    [true, { seats: null }],
    [true, { seats: 5 }],
    [false, { seats: 6 }],
    [false, { seats: '5' }],
    [true, { tags: ['a', 'b'] }],
    [false, { tags: ['a', 1] }],
    [true, { tags: 'a' }],
    [false, { tags: { a: 'b' } }],
    [false, { name: undefined }],
    [false, { name: 1 }],
    [false, { name: 'online' }],
    [true, { name: 'online', address: 'x' }],
    [true, { address: 1 }],
    [true, { short: 0 }],
    [false, { short: 1 }],
    [true, { anything: {} }],
  ])('returns %j for %j, as class-validator does', (expected, values) => {
    expect(isSatisfied(input(values))).toBe(expected);
    expect(validateSync(input(values), { whitelist: true }).length === 0).toBe(expected);
  });

  it('removes properties without rules', () => {
    const sent = input({ unknown: 1, anything: 2 });
    expect(isSatisfied(sent)).toBe(true);
    expect(Object.keys(sent).sort()).toEqual(['anything', 'name', 'short', 'tags']);
  });

  it.each([
    ['a class within the class', Nested],
    ['a class without rules', Object],
    ['a rule that answers later', Later],
    ['a rule that fails later', Failing],
  ])('returns false for %s, which class-validator must check', (_what, type) => {
    expect(isSatisfied(new type())).toBe(false);
  });

  it.each([
    ['a set', input({ tags: new Set(['a']) })],
    ['an object without a class', Object.create(null) as object],
    ['an array in the place of an object', Object.assign([], { constructor: Input })],
  ])('returns false for %s, which class-validator must check', (_what, sent) => {
    expect(isSatisfied(sent)).toBe(false);
  });
});
