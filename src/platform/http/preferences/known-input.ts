import type { ExecutionContext, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Allow } from 'class-validator';
import { ResponseRecord } from '../../openapi';
import { inputsOf, propertiesOf } from '../../modules';
import { type ExtendedTypes, ignoredNamesOf, namesOf } from '../../validation';

/** An input of a route handler: a DTO and the names that it declares. */
interface Input {
  type: 'body' | 'query';
  metatype: Type;
  names: ReadonlySet<string>;
}

export interface KnownInput {
  inputs: readonly Input[];
  /** The names that a request may have: of inputs, of single parameters, and for a write of the keys of its response. */
  names: ReadonlySet<string>;
  /** The keys of the response to a write whose sent values are ignored. */
  readOnly: readonly string[];
}

/** The parameters of every route, whether its handler has a DTO or not. */
class CommonQuery {
  @Allow()
  _fields?: unknown;

  @Allow()
  _method?: unknown;

  @Allow()
  lang?: unknown;

  @Allow()
  translations?: unknown;
}

/** Determines the parameters and fields that a route accepts. */
export function knownInputOf(execution: ExecutionContext, types: ExtendedTypes): KnownInput {
  const controller = execution.getClass<unknown>();
  const common = namesOf(CommonQuery);
  const single: string[] = [];
  const inputs: Input[] = [];
  for (const { type, metatype, name } of inputsOf(controller, execution.getHandler().name)) {
    const extended = types.of(metatype);
    if (name !== undefined) single.push(name);
    else inputs.push({ type, metatype: extended, names: namesOf(extended) });
  }
  if (inputs.length === 0) inputs.push({ type: 'query', metatype: CommonQuery, names: common });
  const response =
    inputs.some(({ type }) => type === 'body') && new Reflector().get(ResponseRecord, controller);
  // Clients may send back the keys of the record that a controller returns.
  const returned = response
    ? propertiesOf(types.of(response.record)).filter((key) => !response.without.includes(key))
    : [];
  const declared = new Set(inputs.flatMap(({ names }) => [...names]));
  const ignored = inputs.flatMap(({ metatype }) => ignoredNamesOf(metatype));
  return {
    inputs,
    names: new Set([...common, ...single, ...declared, ...returned]),
    readOnly: returned.filter((key) => !declared.has(key) || ignored.includes(key)),
  };
}
