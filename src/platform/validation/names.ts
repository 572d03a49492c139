import type { Type } from '@nestjs/common';
import { Allow, getMetadataStorage, type MetadataStorage } from 'class-validator';

const IGNORED = Symbol('ignored');

/** Declares that the value of a field is ignored, except null. */
export const IsIgnored = (): PropertyDecorator =>
  // A validation rule, because `PartialType` and similar functions do not copy other decorators.
  Allow({ context: { [IGNORED]: true } });

const rulesOf = (type: Type): ReturnType<MetadataStorage['getTargetValidationMetadatas']> =>
  getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);

/** Returns the names of the fields of a DTO. */
export const namesOf = (type: Type): Set<string> =>
  new Set(rulesOf(type).map(({ propertyName }) => propertyName));

/** Returns the names of the fields of a DTO whose values are ignored. */
export const ignoredNamesOf = (type: Type): string[] =>
  rulesOf(type)
    .filter(({ context }) => (context as { [IGNORED]?: true } | undefined)?.[IGNORED])
    .map(({ propertyName }) => propertyName);
