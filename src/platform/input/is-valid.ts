import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

/** A rule of class-validator for the value of a property. */
type Rule = (value: unknown, input: object) => unknown;

interface Property {
  name: string;
  /** The rules apply only if all of these are true. */
  conditions: readonly Rule[];
  rules: readonly Rule[];
}

/** DTO → its properties; undefined if it has rules that only class-validator can check. */
const known = new WeakMap<Type, readonly Property[] | undefined>();

/**
 * Returns whether an input keeps all rules of its DTO, without the errors. Most inputs are valid, and class-validator
 * prepares an error for each property of each of them.
 *
 * @returns false also for an input that must be left to class-validator, such as one with unknown names
 */
export function isValid(input: object): boolean {
  const properties = propertiesOf(input.constructor as Type);
  if (!properties) return false;
  let names = 0;
  for (const { name, conditions, rules } of properties) {
    if (Object.hasOwn(input, name)) names++;
    const value: unknown = Reflect.get(input, name);
    if (!conditions.every((applies) => applies(value, input))) continue;
    if (!rules.every((keeps) => keeps(value, input) === true)) return false;
  }
  return names === Object.keys(input).length;
}

function propertiesOf(type: Type): readonly Property[] | undefined {
  if (!known.has(type)) known.set(type, readProperties(type));
  return known.get(type);
}

function readProperties(type: Type): readonly Property[] | undefined {
  const storage = getMetadataStorage();
  const properties = new Map<string, Property & { conditions: Rule[]; rules: Rule[] }>();
  for (const metadata of storage.getTargetValidationMetadatas(type, '', false, false)) {
    const { propertyName: name, constraints, constraintCls, each } = metadata;
    const property = properties.get(name) ?? { name, conditions: [], rules: [] };
    properties.set(name, property);
    if (metadata.type === ValidationTypes.WHITELIST) continue;
    if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION) {
      const [applies] = constraints as [(input: object, value: unknown) => boolean];
      property.conditions.push((value, input) => applies(input, value));
      continue;
    }
    const isNested = ![ValidationTypes.CUSTOM_VALIDATION, ValidationTypes.IS_DEFINED].includes(
      metadata.type,
    );
    if (isNested || metadata.validateIf) return undefined;
    for (const { instance, async } of storage.getTargetValidatorConstraints(constraintCls)) {
      if (async) return undefined;
      const keeps: Rule = (value, object) => {
        const isKept = instance.validate(value, {
          targetName: type.name,
          property: name,
          object,
          value,
          constraints,
        });
        // An asynchronous rule that is not declared as such: class-validator runs it again, and awaits it.
        if (isKept instanceof Promise) isKept.catch(() => undefined);
        return isKept;
      };
      property.rules.push(each ? forEach(keeps) : keeps);
    }
  }
  return [...properties.values()];
}

const forEach =
  (keeps: Rule): Rule =>
  (value, input) => {
    if (value instanceof Set || value instanceof Map) return false;
    return Array.isArray(value)
      ? value.every((one) => keeps(one, input) === true)
      : keeps(value, input);
  };
