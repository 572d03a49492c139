import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import { DocumentsService } from '../../openapi';
import { Settings } from '../../config';
import { type Fault, fault } from '../../errors';
import { suggestion } from '../../texts';

/** A schema of the OpenAPI document, as far as it has keys. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The most keys of `_fields` that are reported. */
const REPORTED_MAX = 20;
const NAME_MAX = 100;

/** Finds keys of `_fields` that a response does not have, by the OpenAPI document. */
@Injectable()
export class UnknownFields {
  constructor(
    private readonly documents: DocumentsService,
    private readonly settings: Settings,
  ) {}

  /** Returns one fault that names the unknown keys; none for a route without a described response. */
  async faults(request: Request): Promise<Fault[]> {
    const sent = [request.query._fields ?? []].flat().filter((part) => typeof part === 'string');
    if (sent.length === 0) return [];
    const document = await this.documents.keyed();
    const schema = this.responseOf(request, document);
    if (!schema) return [];
    const unknown: string[] = [];
    for (const path of sent.join(',').split(',')) {
      let level: Schema[] | undefined = [schema];
      for (const key of path.trim().split('.').filter(Boolean)) {
        const known = propertiesOf(level, document);
        if (known === undefined) break;
        level = known.get(key);
        if (level !== undefined) continue;
        const suggested = suggestion(key, [...known.keys()]);
        const name = path.trim().slice(0, NAME_MAX);
        unknown.push(suggested === undefined ? name : `${name} (did you mean ${suggested}?)`);
        break;
      }
    }
    if (unknown.length === 0) return [];
    const named = unknown.slice(0, REPORTED_MAX).join(', ');
    return [fault('_fields', 'unknown', `has keys that the response does not have: ${named}`)];
  }

  private responseOf(request: Request, { paths }: OpenAPIObject): Schema | undefined {
    const { path } = request.route as { path: string };
    const relative = path.replace(`/${this.settings.apiNamespace}`, '').replace(/:(\w+)/g, '{$1}');
    const operations = (paths[relative] ?? {}) as Record<string, { responses?: object }>;
    const responses = operations[request.method.toLowerCase()]?.responses ?? {};
    const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    return (response as { content?: Record<string, { schema?: Schema }> } | undefined)?.content?.[
      'application/json'
    ]?.schema;
  }
}

/** Returns the keys of objects or of objects in lists, with their schemas; undefined if they may have any. */
function propertiesOf(
  schemas: readonly Schema[],
  document: OpenAPIObject,
): Map<string, Schema[]> | undefined {
  const found = new Map<string, Schema[]>();
  const remaining = [...schemas];
  for (let schema = remaining.pop(); schema; schema = remaining.pop()) {
    const { $ref, properties, additionalProperties, items, allOf, anyOf, oneOf } = schema;
    if (additionalProperties !== undefined && additionalProperties !== false) return undefined;
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1)!;
      remaining.push(document.components?.schemas?.[name] ?? {});
    }
    if (items) remaining.push(items);
    remaining.push(...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? []));
    for (const [key, value] of Object.entries(properties ?? {}))
      found.set(key, [...(found.get(key) ?? []), value]);
  }
  return found;
}
