import type { INestApplication, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ExtendedTypes } from '../../../input';

const PARAMETER_TYPES = 'design:paramtypes';

/**
 * Describes the inputs of the routes by the extended types. Metadata on an instance of a controller
 * applies to its application only.
 */
export function describeByExtendedTypes(app: INestApplication): void {
  const types = app.get(ExtendedTypes);
  const scanner = new MetadataScanner();
  for (const { controllers } of app.get(ModulesContainer).values())
    for (const { instance } of controllers.values() as Iterable<{ instance: object }>)
      for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const taken = Reflect.getMetadata(PARAMETER_TYPES, instance, name) as Type[] | undefined;
        if (!taken?.some((type) => types.of(type) !== type)) continue;
        const extended = taken.map((type) => types.of(type));
        Reflect.defineMetadata(PARAMETER_TYPES, extended, instance, name);
      }
}

/**
 * Returns the extended types whose originals are among the schemas of a document. Schema names have
 * no suffix `Dto`.
 */
export const extendedModels = (app: INestApplication, schemas: object): Type[] =>
  [...app.get(ExtendedTypes).all]
    .filter(([original]) => original.name.replace(/Dto$/, '') in schemas)
    .map(([, extended]) => extended);
