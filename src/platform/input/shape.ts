import type { Type } from '@nestjs/common';
import { Allow, getMetadataStorage } from 'class-validator';
import { ruledNames } from './is-satisfied';

/** Which names an object of an input may have. */
export interface Shape {
  /** The names that are known; undefined: the client chooses them. */
  names?: ReadonlySet<string>;
  /** Name → what an object, or the objects of a list, may have there. */
  fields?: ReadonlyMap<string, Shape>;
  /** The same for all other names. */
  each?: Shape;
}

const SHAPE = Symbol('shape');

/**
 * Says of a field which names are known of an object that is sent in it, alone or in a list: others
 * are told of as unknown.
 */
export const HasShape = (shape: Shape): PropertyDecorator =>
  // A rule, because other decorators are not taken over by `PartialType` and its kin.
  Allow({ context: { [SHAPE]: shape } });

/** The shape of a DTO, with those of its fields. */
export function shapeOf(type: Type): Shape {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const fields = new Map<string, Shape>();
  for (const { propertyName, context } of rules) {
    const shape = (context as { [SHAPE]?: Shape } | undefined)?.[SHAPE];
    if (shape) fields.set(propertyName, shape);
  }
  return { names: new Set(ruledNames(type)), fields };
}

/** The same with further names, such as those that only answers have. */
export const withNames = (shape: Shape, further: Iterable<string>): Shape => ({
  ...shape,
  names: new Set([...(shape.names ?? []), ...further]),
});
