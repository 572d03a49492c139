import { type INestApplication, Module, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type SwaggerDocumentOptions,
  SwaggerModule,
} from '@nestjs/swagger';
import type { Settings } from '../../../foundation/config';
import { Declarations } from '../../../foundation/modules';
import { yieldToEventLoop } from '../../../input';
import { addAnswerExamples, type RecordedAnswer } from '../operations/answer-examples';
import { describeOperation } from '../operations/descriptions';
import { addExamples, addFieldExamples, type Recorded } from '../operations/examples';
import { addErrors, problemTypes } from '../operations/failures';
import { addGeneralHeaders } from '../operations/answer-headers';
import {
  addRequestHeaders,
  describeBody,
  describePath,
  describeQuery,
} from '../operations/requests';
import { purposeOf, readRoute } from '../operations/resource-route';
import { addSecurity, securitySchemes } from '../operations/security';
import {
  addReading,
  addSuccess,
  addWriting,
  answeredRecord,
  answeredSchema,
} from '../operations/successes';
import { tagsOf } from '../operations/tags';
import { sizeIntegers } from '../schemas/integers';
import { moveNamedTypes } from '../schemas/named-types';
import { settleNullable } from '../schemas/nullable';
import { type Components, operationsOf, referenceTo, type Schemas } from '../schemas/specification';
import { about } from './about';
import { inEnglish, translateKeys, type Translate } from './document-texts';
import { describeByExtendedTypes, extendedModels } from './extended-types';

/** The OpenAPI version of the document. */
const OPENAPI = '3.0.3';

/**
 * Builds the OpenAPI document of an application from its routes and DTOs, with keys in place of the
 * descriptions of parameters, fields and records. Its paths are relative to the root of the
 * interface.
 *
 * It takes a fifth of a second in total, in several turns of the event loop.
 *
 * @param recorded the recorded requests and answers, for examples
 * @param translate returns all other texts
 */
export async function buildDocument(
  app: INestApplication,
  settings: Settings,
  { operations, problems }: Recorded = { operations: {}, problems: {} },
  translate: Translate = inEnglish,
): Promise<OpenAPIObject> {
  await yieldToEventLoop();
  const { openapi, paths, components } = await scan(app);
  const { errors } = app.get(Declarations);
  const schemas: Schemas = { ...components?.schemas, ...problemTypes(errors) };
  const schemes = securitySchemes(settings.oidc, translate);
  const examples: Components['examples'] = {};
  const responses: Components['responses'] = {};
  const answers: RecordedAnswer[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const { method, operation } of operationsOf(item)) {
      await yieldToEventLoop();
      const record = answeredRecord(operation);
      const route = record && readRoute(method, path);
      if (route) {
        const { resource, action, operationId } = route;
        operation.tags ??= [resource];
        operation.operationId ||= operationId;
        describeOperation(operation, method, route, translate);
        describePath(operation, route);
        describeBody(operation, action, schemas);
        addRequestHeaders(operation, action);
        addSuccess(operation, route, record, schemas);
        addWriting(operation, action);
      }
      if (method === 'get') addReading(operation, translate);
      addGeneralHeaders(operation);
      const purpose = route?.purpose ?? operation.operationId ?? '';
      addExamples(operation, purpose, operations[purpose], examples);
      const schema = answeredSchema(operation);
      if (schema) answers.push({ schema, answer: operations[purpose]?.answer });
      if (route) {
        const creation = purposeOf('create', route.singular);
        addFieldExamples(operation, operations[creation], schemas);
      }
      describeQuery(operation, settings);
      addErrors(operation, route, errors, problems, { examples, responses }, translate);
      addSecurity(operation, method, settings, schemes);
    }
  await yieldToEventLoop();
  Object.values(schemas).forEach(settleNullable);
  moveNamedTypes({ paths, schemas }, schemas);
  for (const answer of Object.values(problems))
    answers.push({ schema: referenceTo('schemas', 'Problem'), answer });
  addAnswerExamples(answers, schemas);
  await yieldToEventLoop();
  const document = translateKeys(
    {
      openapi,
      info: about(settings, translate),
      servers: [],
      tags: tagsOf(Object.values(paths).flatMap(operationsOf), translate),
      paths,
      components: {
        schemas: inOrder(schemas),
        responses: inOrder(responses),
        examples,
        securitySchemes: schemes,
      },
    },
    translate,
  );
  sizeIntegers([document.paths, document.components.schemas, document.components.responses]);
  return document;
}

/** Sorts by name, so that entries are easy to find and do not move when others are added. */
const inOrder = <T>(parts: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The parts of Nest's description of an application that are used. */
type Scanned = Pick<OpenAPIObject, 'openapi' | 'paths' | 'components'>;

/** Scans module by module: all modules at once would block other requests too long. */
async function scan(app: INestApplication): Promise<Scanned> {
  const schemas: Schemas = {};
  const scanned: Scanned = { openapi: OPENAPI, paths: {}, components: { schemas } };
  describeByExtendedTypes(app);
  for (const module of modulesWithRoutes(app)) {
    const { paths, components } = await describe(app, { include: [module] });
    // A module may add a method to the path of another one.
    for (const [path, item] of Object.entries(paths))
      scanned.paths[path] = { ...scanned.paths[path], ...item };
    Object.assign(schemas, components?.schemas);
  }
  const extraModels = extendedModels(app, schemas);
  if (extraModels.length > 0) {
    const { components } = await describe(app, { include: [NoModule], extraModels });
    Object.assign(schemas, components?.schemas);
  }
  return scanned;
}

/** An empty module: without any module, Nest would describe all. */
@Module({})
class NoModule {}

function modulesWithRoutes(app: INestApplication): Type[] {
  const modules = [...app.get(ModulesContainer).values()];
  const withRoutes = modules.filter(({ controllers }) => controllers.size > 0);
  return [...new Set(withRoutes.map(({ metatype }) => metatype))];
}

/**
 * Describes modules and models. The result is copied, because Nest shares parts of it with the
 * decorators. The names of its schemas lose the suffix `Dto`: `CreateTagDto` becomes `CreateTag`.
 */
async function describe(
  app: INestApplication,
  parts: Pick<SwaggerDocumentOptions, 'include' | 'extraModels'>,
): Promise<OpenAPIObject> {
  const config = new DocumentBuilder().setOpenAPIVersion(OPENAPI).build();
  await yieldToEventLoop();
  const document = SwaggerModule.createDocument(app, config, {
    ...parts,
    ignoreGlobalPrefix: true,
    autoTagControllers: false,
    // The conventions add operation ids, unless a route declares one.
    operationIdFactory: () => '',
  });
  await yieldToEventLoop();
  return JSON.parse(JSON.stringify(document).replace(/Dto"/g, '"')) as OpenAPIObject;
}
