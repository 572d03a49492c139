import type { ErrorTable } from '../../../foundation/modules';
import type { PageDocument, Schemas } from '../../openapi';

/** What the reference is rendered from. */
export interface Source extends PageDocument {
  schemas: Schemas;
  /** Operation ids by the schema of their body, whose fields are shown with the operation. */
  bodies: ReadonlyMap<string, string>;
  errors: ErrorTable;
  /** Absolute address of the interface in the language of the page. */
  root: string;
  /** Whether writes need a credential. */
  isProtected: boolean;
  /** Returns the text of a key of `i18n/<language>/pages.json`. */
  text: (key: string) => string;
  /** Returns the text of a key of `i18n/<language>/document.json`, if there is one. */
  documentText: (key: string) => string | undefined;
}
