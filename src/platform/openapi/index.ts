export {
  RespondsWith,
  FailsWith,
  omittedKeysOf,
  recordOf,
  SendsHeader,
} from './operations/responses';
export { Deprecated } from './operations/deprecated';
export { buildDocument } from './document/document';
export { DocumentsService, type PageDocument } from './document/documents.service';
export { EXAMPLES_FILE, type Recorded } from './operations/examples';
export { presentRoot } from './present-root';
export { OpenApiModule } from './openapi.module';
export { type TextUse, textUses } from './document/text-uses';
export { keysOf } from './document/document-texts';
export * from './specification';
export { DOCUMENTS } from './operations/descriptions';
