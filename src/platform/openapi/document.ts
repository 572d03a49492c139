import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addErrors, PROBLEM } from './failures';
import { settleNullable } from './nullable';
import { describeBody, describePath, describeQuery, FIELDS_PARAMETER } from './requests';
import { readRoute } from './resource-route';
import { type Operation, operationsOf, parametersOf, type Schemas } from './specification';
import { addSelection, addSuccess, answeredRecord } from './successes';

/** What the document says of the interface as a whole. */
export interface InterfaceInfo {
  title: string;
  version: string;
}

/**
 * The OpenAPI document of an application, from its routes and DTOs, with keys in place of the
 * descriptions of parameters and fields. Its paths are relative to the root of the interface.
 *
 * @param defaults of query parameters by name, where the settings decide them
 */
export function buildDocument(
  app: INestApplication,
  { title, version }: InterfaceInfo,
  defaults: Readonly<Record<string, unknown>>,
): OpenAPIObject {
  const { openapi, info, paths, components } = scan(app, title, version);
  const schemas: Schemas = { ...components?.schemas, Problem: PROBLEM };
  for (const [path, item] of Object.entries(paths))
    for (const { method, operation } of operationsOf(item)) {
      const record = answeredRecord(operation);
      const route = record && readRoute(method, path);
      if (route) {
        const { resource, action, operationId, summary } = route;
        Object.assign(operation, { tags: [resource], operationId, summary });
        describePath(operation, route);
        describeBody(operation, action);
        addSuccess(operation, route, record, schemas);
      }
      if (method === 'get') {
        parametersOf(operation).push(structuredClone(FIELDS_PARAMETER));
        addSelection(operation, schemas);
      }
      describeQuery(operation, defaults);
      addErrors(operation, route);
    }
  Object.values(schemas).forEach(settleNullable);
  const operations = Object.values(paths).flatMap(operationsOf);
  return {
    openapi,
    info,
    servers: [],
    tags: tagsOf(operations.map(({ operation }) => operation)),
    paths,
    components: { schemas },
  };
}

/** What Nest knows of the application, in a copy: parts of it are shared with the decorators. */
function scan(app: INestApplication, title: string, version: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.0.3')
    .setTitle(title)
    .setVersion(version)
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    ignoreGlobalPrefix: true,
    autoTagControllers: false,
  });
  return JSON.parse(JSON.stringify(document)) as OpenAPIObject;
}

function tagsOf(operations: Operation[]): { name: string }[] {
  const names = operations.flatMap(({ tags = [] }) => tags);
  return [...new Set(names)].map((name) => ({ name }));
}
