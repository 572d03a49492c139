import type { OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from '../../../foundation/config';
import { isReference, type Operation, operationsOf, parametersOf } from '../schemas/specification';

/**
 * Returns the document for the documentation page: introduced by the texts of the page, with
 * examples as text instead of values, and without locks if access is open.
 *
 * @param document in the language of the page
 * @param textOf returns the text of a key in that language
 */
export function pageDocument(
  document: OpenAPIObject,
  { access }: Pick<Settings, 'access'>,
  textOf: (key: string) => string,
): OpenAPIObject {
  const shown = structuredClone(document);
  const lead = textOf('pages.lead');
  shown.info.title = textOf('pages.docs');
  // The first paragraph describes the service; the page has its own text for that.
  shown.info.description = (shown.info.description ?? '').replace(/^.*/, () => lead);
  const operations = Object.values(shown.paths).flatMap(operationsOf);
  for (const { operation } of operations) {
    tellExamples(operation, textOf('pages.example'));
    if (access === 'open') delete operation.security;
  }
  if (access === 'open') delete shown.components?.securitySchemes;
  return shown;
}

/**
 * Moves examples of optional parameters into the description: Swagger UI would send every example.
 */
function tellExamples(operation: Operation, example: string): void {
  for (const parameter of parametersOf(operation)) {
    const { required = false, schema } = parameter;
    const inline = schema && !isReference(schema) ? schema : {};
    const value: unknown = parameter.example ?? inline.example;
    if (required || value === undefined) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    parameter.description = `${parameter.description ?? ''}\n\n${example} \`${text}\``;
    delete parameter.example;
    delete inline.example;
  }
}
