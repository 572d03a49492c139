import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

/** True when a rule holds for the value of a property. */
type Check = (value: unknown, input: object) => boolean;

/** The rules of a property: all checks must hold if all conditions do. */
interface PropertyRules {
  conditions: Check[];
  checks: Check[];
}

type ClassRules = ReadonlyMap<string, PropertyRules>;
type Metadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** Class → its rules; null if only class-validator can check them. */
const known = new WeakMap<Type, ClassRules | null>();

/**
 * Returns true when an input satisfies all rules of its class. Properties without rules are removed
 * from it, as class-validator does with `whitelist`.
 *
 * class-validator collects the rules of a class again for each object, and prepares an error for
 * each property. Here the rules are collected once, only to detect valid inputs. After false,
 * class-validator must check the input, and may still find it valid: classes within the class and
 * asynchronous rules are not checked here.
 */
export function isSatisfied(input: object): boolean {
  // The pipe sets `constructor` to the expected class if the input has another one, such as an
  // array.
  if (Object.hasOwn(input, 'constructor')) return false;
  const { constructor } = input;
  const rules = typeof constructor === 'function' ? rulesOf(constructor as Type) : null;
  if (!rules) return false;
  for (const name of Object.keys(input)) if (!rules.has(name)) Reflect.deleteProperty(input, name);
  for (const [name, { conditions, checks }] of rules) {
    const value: unknown = Reflect.get(input, name);
    if (!conditions.every((holds) => holds(value, input))) continue;
    if (!checks.every((check) => check(value, input))) return false;
  }
  return true;
}

/** Returns the names of the properties of a class that have rules. */
export const ruledNames = (type: Type): string[] => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

function rulesOf(type: Type): ClassRules | null {
  const earlier = known.get(type);
  if (earlier !== undefined) return earlier;
  const rules = readRules(type);
  known.set(type, rules);
  return rules;
}

function readRules(type: Type): ClassRules | null {
  const all = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  if (all.length === 0) return null;
  const rules = new Map<string, PropertyRules>();
  for (const metadata of all) {
    const { type: kind, propertyName, constraints } = metadata;
    const property = rules.get(propertyName) ?? { conditions: [], checks: [] };
    rules.set(propertyName, property);
    if (kind === ValidationTypes.CONDITIONAL_VALIDATION) {
      const [holds] = constraints as [(input: object, value: unknown) => boolean];
      property.conditions.push((value, input) => holds(input, value));
    } else if (kind === ValidationTypes.CUSTOM_VALIDATION || kind === ValidationTypes.IS_DEFINED) {
      property.checks.push(...checksOf(type, metadata));
    } else if (kind !== ValidationTypes.WHITELIST) return null;
  }
  return rules;
}

function checksOf(type: Type, metadata: Metadata): Check[] {
  const { propertyName: property, constraints, constraintCls, each, validateIf } = metadata;
  const found = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  const targetName = type.name;
  return found.map(({ instance }) => (value, input) => {
    if (validateIf && !validateIf(input, value)) return true;
    const context = { targetName, property, object: input, value, constraints };
    const holds = (one: unknown): boolean => isTrue(instance.validate(one, context));
    if (!each || typeof value !== 'object' || value === null) return holds(value);
    return Array.isArray(value) && value.every(holds);
  });
}

/**
 * False for an asynchronous rule. Its rejection is ignored here; class-validator runs the rule
 * again.
 */
function isTrue(answer: boolean | Promise<boolean>): boolean {
  if (answer instanceof Promise) answer.catch(() => undefined);
  return answer === true;
}
