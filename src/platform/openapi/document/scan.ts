import { type INestApplication, Module, type Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type SwaggerDocumentOptions,
  SwaggerModule,
} from '@nestjs/swagger';
import { describeParameters, parameterTypesOf } from '../../modules';
import { ExtendedTypes, yieldToEventLoop } from '../../validation';
import type { Schemas } from '../specification';

type Paths = OpenAPIObject['paths'];

/**
 * Returns Nest's description of routes and DTOs. It describes one module after the other, because all at once would
 * block other requests too long.
 */
export async function scan(app: INestApplication): Promise<{ paths: Paths; schemas: Schemas }> {
  const paths: Paths = {};
  const schemas: Schemas = {};
  describeByExtendedTypes(app);
  for (const module of modulesWithRoutes(app)) {
    const { paths: own, components } = await describe(app, { include: [module] });
    // A module may add a method to the path of another one.
    for (const [path, item] of Object.entries(own)) paths[path] = { ...paths[path], ...item };
    Object.assign(schemas, components?.schemas);
  }
  const extraModels = extendedModels(app, schemas);
  if (extraModels.length > 0) {
    const { components } = await describe(app, { include: [NoModule], extraModels });
    Object.assign(schemas, components?.schemas);
  }
  return { paths, schemas };
}

/** Without any module, Nest would describe all. */
@Module({})
class NoModule {}

function modulesWithRoutes(app: INestApplication): Type[] {
  const modules = [...app.get(ModulesContainer).values()];
  const withRoutes = modules.filter(({ controllers }) => controllers.size > 0);
  return [...new Set(withRoutes.map(({ metatype }) => metatype))];
}

/**
 * The result is copied, because Nest shares parts of it with the decorators. Names of schemas lose the suffix `Dto`:
 * `CreateTagDto` becomes `CreateTag`.
 */
async function describe(
  app: INestApplication,
  parts: Pick<SwaggerDocumentOptions, 'include' | 'extraModels'>,
): Promise<OpenAPIObject> {
  await yieldToEventLoop();
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    ...parts,
    ignoreGlobalPrefix: true,
    autoTagControllers: false,
    // The conventions add operation ids, unless a route declares one.
    operationIdFactory: () => '',
  });
  await yieldToEventLoop();
  return JSON.parse(JSON.stringify(document).replace(/Dto"/g, '"')) as OpenAPIObject;
}

/** Modules may extend DTOs. Metadata on an instance of a controller applies to its application only. */
function describeByExtendedTypes(app: INestApplication): void {
  const types = app.get(ExtendedTypes);
  const scanner = new MetadataScanner();
  for (const { controllers } of app.get(ModulesContainer).values())
    for (const { instance } of controllers.values() as Iterable<{ instance: object }>)
      for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const extended = parameterTypesOf(instance, name).map((type) => types.of(type));
        describeParameters(instance, name, extended);
      }
}

/** Returns the extended types whose originals are among the schemas. Schema names have no suffix `Dto`. */
const extendedModels = (app: INestApplication, schemas: object): Type[] =>
  [...app.get(ExtendedTypes).all]
    .filter(([original]) => original.name.replace(/Dto$/, '') in schemas)
    .map(([, extended]) => extended);
