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
  /** The known names whose values are ignored, except null. */
  ignored?: ReadonlySet<string>;
}

const SHAPE = Symbol('shape');
const IGNORED = Symbol('ignored');

/**
 * Declares the known names of an object in a field, alone or in a list. Other names are reported as
 * unknown.
 */
export const HasShape = (shape: Shape): PropertyDecorator =>
  // A validation rule, because `PartialType` and similar functions do not copy other decorators.
  Allow({ context: { [SHAPE]: shape } });

/** Declares that the value of a field is ignored, except null. */
export const IsIgnored = (): PropertyDecorator => Allow({ context: { [IGNORED]: true } });

/** Returns the shape of a DTO, including the shapes of its fields. */
export function shapeOf(type: Type): Shape {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const fields = new Map<string, Shape>();
  const ignored = new Set<string>();
  for (const { propertyName, context } of rules) {
    const { [SHAPE]: shape, [IGNORED]: isIgnored } = (context ?? {}) as {
      [SHAPE]?: Shape;
      [IGNORED]?: true;
    };
    if (shape) fields.set(propertyName, shape);
    if (isIgnored) ignored.add(propertyName);
  }
  return { names: new Set(rules.map(({ propertyName }) => propertyName)), fields, ignored };
}

/** Returns a shape with further names, such as names that only answers have. */
export const withNames = (shape: Shape, further: Iterable<string>): Shape => ({
  ...shape,
  names: new Set([...(shape.names ?? []), ...further]),
});
