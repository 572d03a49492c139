import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from '../../config';
import { Declarations } from '../../modules';
import { yieldToEventLoop } from '../../validation';
import { addResponseExamples, type RecordedResponse } from '../operations/response-examples';
import { describeOperation, tagsOf } from '../operations/descriptions';
import { addExamples, addFieldExamples, type Recorded } from '../operations/examples';
import { addErrors, problemTypes } from '../operations/failures';
import { addGeneralHeaders } from '../operations/response-headers';
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
  returnedRecord,
  returnedSchema,
} from '../operations/successes';
import { moveNamedTypes, correctNullable, sizeIntegers } from '../corrections';
import { type Components, operationsOf, referenceTo, type Schemas } from '../specification';
import { about } from './about';
import { inEnglish, translateKeys, type Translate } from './document-texts';
import { scan } from './scan';

/**
 * Builds the document from routes and DTOs, with keys instead of the descriptions of parameters, fields and records.
 * Paths are relative to the root of the interface.
 *
 * It takes a fifth of a second, in several turns of the event loop.
 *
 * @param recorded the recorded requests and responses, for examples
 * @param translate returns all other texts
 */
export async function buildDocument(
  app: INestApplication,
  settings: Settings,
  { operations, problems }: Recorded = { operations: {}, problems: {} },
  translate: Translate = inEnglish,
): Promise<OpenAPIObject> {
  await yieldToEventLoop();
  const { paths, schemas: scanned } = await scan(app);
  const { errors } = app.get(Declarations);
  const schemas: Schemas = { ...scanned, ...problemTypes(errors) };
  const schemes = securitySchemes(settings.oidc, translate);
  const examples: Components['examples'] = {};
  const responses: Components['responses'] = {};
  const recordedResponses: RecordedResponse[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const { method, operation } of operationsOf(item)) {
      await yieldToEventLoop();
      const record = returnedRecord(operation);
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
      if (method === 'get') addReading(operation, translate, schemas);
      addGeneralHeaders(operation);
      const purpose = route?.purpose ?? operation.operationId ?? '';
      addExamples(operation, purpose, operations[purpose], examples);
      const schema = returnedSchema(operation);
      if (schema) recordedResponses.push({ schema, response: operations[purpose]?.response });
      if (route) {
        const creation = purposeOf('create', route.singular);
        addFieldExamples(operation, operations[creation], schemas);
      }
      describeQuery(operation, settings);
      addErrors(operation, route, errors, problems, { examples, responses }, translate);
      addSecurity(operation, method, settings, schemes);
    }
  await yieldToEventLoop();
  Object.values(schemas).forEach(correctNullable);
  moveNamedTypes({ paths, schemas }, schemas);
  for (const response of Object.values(problems))
    recordedResponses.push({ schema: referenceTo('schemas', 'Problem'), response });
  addResponseExamples(recordedResponses, schemas);
  await yieldToEventLoop();
  const document = translateKeys(
    {
      openapi: '3.0.3',
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

/** Sorted, entries are easy to find and do not move when others are added. */
const inOrder = <T>(parts: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
