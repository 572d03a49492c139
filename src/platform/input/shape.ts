import type { Type } from '@nestjs/common';
import { Allow, getMetadataStorage } from 'class-validator';

/** The names that an object of an input may have. */
export interface Shape {
  /** The known names; undefined when the client chooses them. */
  names?: ReadonlySet<string>;
  /** Name → shape of the object in it, or of the objects in its list. */
  fields?: ReadonlyMap<string, Shape>;
  /** The shape of the objects under all other names. */
  each?: Shape;
}

const SHAPE = Symbol('shape');

/**
 * Declares the known names of an object in a field, alone or in a list. Other names are reported as
 * unknown.
 */
export const HasShape = (shape: Shape): PropertyDecorator =>
  // A validation rule, because `PartialType` and similar functions do not copy other decorators.
  Allow({ context: { [SHAPE]: shape } });

/** Returns the shape of a DTO, including the shapes of its fields. */
export function shapeOf(type: Type): Shape {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const fields = new Map<string, Shape>();
  for (const { propertyName, context } of rules) {
    const shape = (context as { [SHAPE]?: Shape } | undefined)?.[SHAPE];
    if (shape) fields.set(propertyName, shape);
  }
  return { names: new Set(rules.map(({ propertyName }) => propertyName)), fields };
}

/** Returns a shape with further names, such as names that only answers have. */
export const withNames = (shape: Shape, further: Iterable<string>): Shape => ({
  ...shape,
  names: new Set([...(shape.names ?? []), ...further]),
});
