import {
  Allow,
  IsDefined,
  IsIn,
  IsString,
  ValidateBy,
  ValidateNested,
  validateSync,
} from 'class-validator';
import fc from 'fast-check';
import { declared, InRange, Satisfies } from './declared';
import { isValid } from './is-valid';

class Inner {
  @IsString()
  name: unknown;
}

class Input {
  @IsDefined()
  @IsString()
  title: unknown;

  @declared('', {}, {})
  @InRange(1, 9)
  count: unknown;

  @declared('', { unless: 'count' }, {})
  @IsIn(['a', 'b'], { each: true })
  words: unknown;

  @declared('', { pairedWith: 'count' }, {})
  @Satisfies((value) => value !== 'x', 'must not be x')
  other: unknown;

  @Allow()
  any: unknown;
}

class Nesting {
  @ValidateNested()
  inner: unknown;
}

class Waiting {
  @ValidateBy({
    name: 'late',
    validator: { validate: () => Promise.reject(new Error('unreachable')) },
  })
  late: unknown;
}

const VALUES = [undefined, null, '', 'a', 'x', 3, 10, [], ['a', 'b'], ['a', 'x'], new Set(['x'])];

describe('isValid', () => {
  it('agrees with class-validator', () => {
    const value = fc.constantFrom(...VALUES);
    const fields = fc.record(
      { title: value, count: value, words: value, other: value, any: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (sent) => {
        const input = Object.assign(new Input(), sent);
        expect(isValid(input)).toBe(validateSync(input, { stopAtFirstError: true }).length === 0);
      }),
      { numRuns: 1000, examples: [[{ title: 'a', count: 3, other: 'a' }]] },
    );
  });

  it('leaves unknown names, nested and asynchronous rules to class-validator', () => {
    const input = Object.assign(new Input(), { title: 'a', count: 3, other: 'a' });
    expect(isValid(input)).toBe(true);
    expect(isValid(Object.assign(input, { further: 1 }))).toBe(false);
    const inner = Object.assign(new Inner(), { name: 'a' });
    expect(isValid(Object.assign(new Nesting(), { inner }))).toBe(false);
    expect(isValid(new Waiting())).toBe(false);
  });
});
