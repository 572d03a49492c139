import type { Request } from 'express';
import { type Fault, fault } from '../../foundation/errors';
import { FieldSelection } from './field-selection';

/** Returns the keys that the parameter `_fields` selects, or its fault. */
export function selectionOf({ _fields = [] }: Request['query']): FieldSelection | Fault {
  const sent = [_fields].flat();
  if (!sent.every((field) => typeof field === 'string'))
    return fault('_fields', 'type', 'must be a list of keys');
  if (sent.length === 0) return FieldSelection.ALL;
  return FieldSelection.read(sent.join(',')) ?? fault('_fields', 'blank', 'must not be empty');
}
