import { applyDecorators } from '@nestjs/common';
import { type Fault, fault, faultsWithin } from '../../../platform/errors';
import { isWellFormedText } from '../../../platform/texts';
import {
  named,
  readInteger,
  readEach,
  isObject,
  isId,
  wrongId,
  NOT_WELL_FORMED,
  entryPath,
  readPlainText,
  HasNo,
} from '../../../platform/validation';
import { ListField } from './event-fields';

const NAME_MAX = 500;
const TERMS_MAX = 50;

/**
 * Reads an id, or a text with a name, a slug or an id. Of an object with an id only the id is read, so that
 * an event from a response can be sent back.
 */
function readTerm(value: unknown): unknown {
  if (isObject(value) && 'id' in value) {
    const id = readInteger(value.id);
    return isId(id) ? id : value;
  }
  return typeof value === 'string' ? readPlainText(value, NAME_MAX) : value;
}

const readTerms = (values: readonly unknown[]): unknown[] => readEach(values, readTerm);

function wrong(term: unknown): Fault[] {
  if (typeof term === 'number')
    return isId(term) ? [] : [fault([], 'range', 'an id must be a whole number from 1 on')];
  if (isObject(term) && 'id' in term) return [wrongId(readInteger(term.id))];
  if (typeof term !== 'string')
    return [fault([], 'type', 'must be an id, a name, a slug, or an object with an id')];
  if (term === '') return [fault([], 'blank', 'must not be blank')];
  if (term.length > NAME_MAX)
    return [fault([], 'length', `must not be longer than ${NAME_MAX} characters`)];
  return isWellFormedText(term) ? [] : [fault([], 'characters', NOT_WELL_FORMED)];
}

const faultsIn = (list: readonly unknown[]): Fault[] =>
  list.flatMap((entry, index) => faultsWithin(entryPath(list, index), wrong(entry)));

const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const TERM = named('TermReference', {
  anyOf: [
    ID,
    { type: 'string', minLength: 1, maxLength: NAME_MAX, pattern: '\\S' },
    {
      type: 'object',
      required: ['id'],
      properties: { id: ID },
    },
  ],
});

/** Null, `""` and `[]` remove all terms (docs/reference/interface.md#categories-and-tags-of-an-event). */
export function TermsField(description: string): PropertyDecorator {
  return applyDecorators(
    ListField(description, {}, { max: TERMS_MAX, items: TERM }, readTerms),
    HasNo((list) => (Array.isArray(list) ? faultsIn(list) : [])),
  );
}
