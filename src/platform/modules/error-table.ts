import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** What clients are told with an error code. */
export interface ErrorDefinition {
  /** The status of the answer (RFC 9110 §15). */
  status: number;
  /** What the code means, in a few English words without a full stop (RFC 9457 §3.1.4). */
  title: string;
  /** The members that it adds to `data` of the answer, by their names. */
  data?: Readonly<Record<string, Schema>>;
}

/** Error code → what clients are told. */
export type ErrorTable = Readonly<Record<string, ErrorDefinition>>;

/** One for the process: problems are created where nothing can be injected. */
const definitions = new Map<string, ErrorDefinition>();

/**
 * Makes codes known to this process. Two modules of one service cannot have the same code; see
 * `declarationsOf`.
 */
export function registerErrors(table: ErrorTable): void {
  for (const [code, definition] of Object.entries(table)) definitions.set(code, definition);
}

/** @throws Error for a code of no module */
export function errorDefinition(code: string): ErrorDefinition {
  const definition = definitions.get(code);
  if (definition === undefined)
    throw new Error(
      `No module has the error code ${code}: name it in \`errors\` of @ServiceModule.`,
    );
  return definition;
}
