import {
  type ArgumentMetadata,
  Injectable,
  Optional,
  type Type,
  type ValidationError,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import type { ClassTransformOptions } from 'class-transformer';
import { ZoneRules } from '../dates';
import { InvalidInput } from './invalid-input';
import { STRICT } from './declared';

declare module 'class-transformer/types/interfaces/class-transformer-options.interface' {
  interface ClassTransformOptions {
    /** The time zone rules of the application, for the transformations of its inputs. */
    zoneRules?: ZoneRules;
  }
}

/** An original class, and the extended class that replaces it. */
export type ExtendedType = readonly [original: Type, extended: Type];

/**
 * The input and response types that modules have added fields to. Decorators are global, and another
 * application in the process may lack these modules. So each application has its own extended
 * classes, which replace the classes named by its routes. An extended class has the name of the
 * original in the documents (`@ApiSchema({ name })`).
 */
@Injectable()
export class ExtendedTypes {
  private readonly sources: (() => readonly ExtendedType[])[] = [];
  private known?: ReadonlyMap<Type, Type>;

  /**
   * @param source is called once, at the first use of the types: all providers exist by then
   */
  add(source: () => readonly ExtendedType[]): void {
    this.sources.push(source);
  }

  /** Returns the class that replaces another, or the class itself. */
  of<T extends Type | undefined>(type: T): T | Type {
    return (type && this.all.get(type)) ?? type;
  }

  get all(): ReadonlyMap<Type, Type> {
    return (this.known ??= new Map(this.sources.flatMap((source) => source())));
  }
}

/** Parses and validates every input by its DTO; all invalid fields are reported together. */
@Injectable()
export class InputPipe extends ValidationPipe {
  constructor(
    zoneRules: ZoneRules,
    private readonly types: ExtendedTypes,
    @Optional() options?: ValidationPipeOptions,
  ) {
    const transformOptions: ClassTransformOptions = { zoneRules };
    super({
      transform: true,
      transformOptions,
      whitelist: true,
      stopAtFirstError: true,
      strictGroups: true,
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => InvalidInput.of(errors),
      ...options,
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const metatype = this.types.of(metadata.metatype);
    try {
      return await super.transform(value, { ...metadata, metatype });
    } catch (error) {
      throw error instanceof InvalidInput && metadata.type === 'query' ? error.ofQuery() : error;
    }
  }

  /** Keeps path parameters as text: Nest would parse the id 0x10 as 16. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }

  protected override stripProtoKeys(value: unknown): void {
    markForbiddenNames(value);
    super.stripProtoKeys(value);
  }

  protected override findNestedBinaryValues(): ValidationError[] {
    // Bodies and queries contain no binary values, and the check would visit every rule again.
    return [];
  }

  protected override closeArrayGaps(): void {
    // Neither JSON nor qs creates sparse arrays, and the check would take a third of the time.
  }
}

/** Refuses unknown names too, for `Prefer: handling=strict`. */
@Injectable()
export class StrictInputPipe extends InputPipe {
  constructor(zoneRules: ZoneRules, types: ExtendedTypes) {
    super(zoneRules, types, { forbidNonWhitelisted: true, groups: [STRICT], always: true });
  }
}

/** Member names with a special meaning in JavaScript: Nest removes them from every input. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** The key that marks objects with a forbidden name. */
const HAD_FORBIDDEN = Symbol('had forbidden names');

/** Marks the objects of an input that have a forbidden name, before Nest removes it. */
export function markForbiddenNames(input: unknown): void {
  for (const pending = [input]; pending.length > 0;) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (FORBIDDEN.some((name) => Object.hasOwn(value, name)))
      Object.defineProperty(value, HAD_FORBIDDEN, { value: true });
    for (const inner of Object.values(value)) pending.push(inner);
  }
}

/**
 * True when forbidden names were removed from an object. It is for fields whose keys the client
 * chooses: these names must be refused, not silently removed.
 */
export const FORBIDDEN_NAMES = 'must not hold the names __proto__, constructor and prototype';

export const hadForbiddenNames = (object: object): boolean => HAD_FORBIDDEN in object;
