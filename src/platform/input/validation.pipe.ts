import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { type InvalidParams, invalidParams, Problem } from '../errors';
import { noteForbiddenNames } from './forbidden-names';
import { readLeft } from './unread';

function flatten(errors: ValidationError[], prefix = ''): InvalidParams {
  return Object.assign(
    {},
    ...errors.map(({ property, constraints, children }) => {
      const name = `${prefix}${property}`;
      const [message] = Object.values(constraints ?? {});
      return {
        ...(message !== undefined && { [name]: message }),
        ...flatten(children ?? [], `${name}.`),
      };
    }),
  ) as InvalidParams;
}

class InputPipe extends ValidationPipe {
  /** Keeps path parameters as text: Nest would parse the id 0x10 as 16. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }

  protected override async validate(
    ...[input, options]: Parameters<ValidationPipe['validate']>
  ): Promise<ValidationError[]> {
    await readLeft(input);
    return super.validate(input, options);
  }

  protected override stripProtoKeys(value: unknown): void {
    noteForbiddenNames(value);
    super.stripProtoKeys(value);
  }

  protected override closeArrayGaps(): void {
    // Neither JSON nor qs creates sparse arrays, and the check would take a third of the time.
  }
}

/** Parses and validates every input by its DTO; all invalid fields are reported together. */
export function inputPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const params = flatten(errors);
      const missing = errors.every(
        ({ constraints, value }) =>
          value === undefined && constraints && 'isDefined' in constraints,
      );
      if (!missing) return invalidParams(params);
      return new Problem('rest-missing-callback-param', {
        message: `Missing parameter(s): ${Object.keys(params).join(', ')}.`,
        params,
      });
    },
  });
}
