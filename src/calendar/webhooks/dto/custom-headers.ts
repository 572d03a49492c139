import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { readJsonText } from '../../../platform/http/body';
import { type Fault, fault } from '../../../platform/errors';
import {
  declared,
  FORBIDDEN_NAMES,
  hadForbiddenNames,
  HasNo,
  isObject,
} from '../../../platform/validation';

/** Null keeps the stored value. */
export type CustomHeaders = Record<string, string | null>;

const HEADERS_MAX = 10;
const NAME_MAX = 100;
const VALUE_MAX = 4000;
/** Many servers refuse more than 8 KB of headers. */
const TOTAL_MAX = 6000;

/** RFC 9110 §5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;
/** Fields of the service, of the connection (RFC 9110 §7.6.1), and those that change how a request is read. */
const RESERVED =
  /^(webhook-.*|content-.*|proxy-.*|connection|expect|host|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

export function headerFaults(sent: unknown): Fault[] {
  if (!isObject(sent)) return [fault([], 'type', 'must be an object of names and values')];
  if (hadForbiddenNames(sent)) return [fault([], 'format', FORBIDDEN_NAMES)];
  const names = Object.keys(sent);
  if (names.length > HEADERS_MAX)
    return [fault([], 'count', `must not hold more than ${HEADERS_MAX} names`)];
  const faults = names.flatMap((name, index): Fault[] => {
    const others = names.slice(0, index).map((other) => other.toLowerCase());
    if (name.length > NAME_MAX || !NAME.test(name))
      return [fault([name], 'format', `must be a header name of at most ${NAME_MAX} characters`)];
    if (RESERVED.test(name)) return [fault([name], 'forbidden', 'cannot be set')];
    if (others.includes(name.toLowerCase()))
      return [fault([name], 'taken', 'is the same as another name in other letters')];
    return isValue(sent[name]) ? [] : [fault([name], 'format', WRONG_VALUE)];
  });
  if (faults.length === 0 && Object.entries(sent).join('').length > TOTAL_MAX)
    return [fault([], 'length', `must not hold more than ${TOTAL_MAX} characters together`)];
  return faults;
}

const WRONG_VALUE =
  `must be a text of 1 to ${VALUE_MAX} ASCII characters without control characters and outer ` +
  'spaces, or null to keep the stored value';

const isValue = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length <= VALUE_MAX && VALUE.test(value));

/** Null, `""`, `[]` and `{}` remove the headers. */
export function CustomHeadersField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true, example: { Authorization: 'Bearer 6f1c' } },
      {
        nullable: true,
        type: 'object',
        maxProperties: HEADERS_MAX,
        additionalProperties: { type: 'string', maxLength: VALUE_MAX, nullable: true },
      },
    ),
    // The raw value, because its keys are names chosen by the client.
    Transform(({ obj }: { obj: { headers?: unknown } }) => {
      const sent = readJsonText(obj.headers);
      return sent === '' || (Array.isArray(sent) && sent.length === 0) ? null : sent;
    }),
    HasNo(headerFaults),
  );
}
