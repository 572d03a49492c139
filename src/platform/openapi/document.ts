import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '../config';
import { about, type InterfaceInfo } from './about';
import { descriptionOf } from './descriptions';
import { addExamples, addFieldExamples, type Recorded } from './examples';
import { addErrors, PROBLEM } from './failures';
import { settleNullable } from './nullable';
import {
  addRequestHeaders,
  describeBody,
  describePath,
  describeQuery,
  FIELDS_PARAMETER,
} from './requests';
import { purposeOf, readRoute } from './resource-route';
import { addSecurity, securitySchemes } from './security';
import { type Components, operationsOf, parametersOf, type Schemas } from './specification';
import { addReading, addSuccess, answeredRecord } from './successes';
import { tagsOf } from './tags';

/**
 * The OpenAPI document of an application, from its routes and DTOs, with keys in place of the
 * descriptions of parameters and fields. Its paths are relative to the root of the interface.
 *
 * @param recorded what the examples are made of
 */
export function buildDocument(
  app: INestApplication,
  interfaceInfo: InterfaceInfo,
  { access, namespace, oidc, perPageDefault }: Settings,
  { operations, problems }: Recorded = { operations: {}, problems: {} },
): OpenAPIObject {
  const { openapi, paths, components } = scan(app);
  const schemas: Schemas = { ...components?.schemas, Problem: PROBLEM };
  const examples: Components['examples'] = {};
  const responses: Components['responses'] = {};
  for (const [path, item] of Object.entries(paths))
    for (const { method, operation } of operationsOf(item)) {
      const record = answeredRecord(operation);
      const route = record && readRoute(method, path);
      if (route) {
        const { resource, action, operationId, summary } = route;
        const description = descriptionOf(operation, route);
        Object.assign(operation, { tags: [resource], operationId, summary, description });
        describePath(operation, route);
        describeBody(operation, action);
        addRequestHeaders(operation, action);
        addSuccess(operation, route, record, schemas);
      }
      if (method === 'get') {
        parametersOf(operation).push(structuredClone(FIELDS_PARAMETER));
        addReading(operation);
      }
      const purpose = route?.purpose ?? operation.operationId ?? '';
      addExamples(operation, purpose, operations[purpose], examples);
      if (route) {
        const creation = purposeOf('create', route.singular);
        addFieldExamples(operation, operations[creation], schemas);
      }
      describeQuery(operation, { namespace, per_page: perPageDefault });
      addErrors(operation, route, problems, { examples, responses });
      addSecurity(operation, method, { access, oidc });
    }
  Object.values(schemas).forEach(settleNullable);
  return {
    openapi,
    info: about(interfaceInfo),
    servers: [],
    tags: tagsOf(Object.values(paths).flatMap(operationsOf)),
    paths,
    components: { schemas, responses, examples, securitySchemes: securitySchemes(oidc) },
  };
}

/**
 * What Nest knows of the application, in a copy: parts of it are shared with the decorators. The
 * names of its schemas lose what only their authors need to know: `CreateEventDto`.
 */
function scan(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder().setOpenAPIVersion('3.0.3').build();
  const document = SwaggerModule.createDocument(app, config, {
    ignoreGlobalPrefix: true,
    autoTagControllers: false,
  });
  return JSON.parse(JSON.stringify(document).replace(/Dto"/g, '"')) as OpenAPIObject;
}
