import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** The response for an error code. */
export interface ErrorDefinition {
  /** The status of the response (RFC 9110 §15). */
  status: number;
  /** The meaning of the code, in a few English words without a full stop (RFC 9457 §3.1.4). */
  title: string;
  /** The members that it adds to `data` of the response, by name. */
  data?: Readonly<Record<string, Schema>>;
}

/** Error code → its definition. */
export type ErrorTable = Readonly<Record<string, ErrorDefinition>>;

/** One table per process: problems are created where nothing can be injected. */
const definitions = new Map<string, ErrorDefinition>();

/**
 * Registers codes in this process. Two modules of one service cannot have the same code; see
 * `declarationsOf`.
 */
export function registerErrors(table: ErrorTable): void {
  for (const [code, definition] of Object.entries(table)) definitions.set(code, definition);
}

/**
 * @throws Error for a code that no module declares
 */
export function errorDefinition(code: string): ErrorDefinition {
  const definition = definitions.get(code);
  if (definition === undefined)
    throw new Error(
      `No module has the error code ${code}: name it in \`errors\` of @ServiceModule.`,
    );
  return definition;
}
