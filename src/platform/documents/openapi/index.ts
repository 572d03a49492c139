export {
  Answers,
  FailsWith,
  keysOfRecord,
  omittedKeysOf,
  recordOf,
  SendsHeader,
} from './operations/answers';
export { Deprecated } from './operations/deprecated';
export { buildDocument } from './document/document';
export { Documents, type PageDocument } from './document/documents';
export { EXAMPLES_FILE, type Recorded } from './operations/examples';
export { presentRoot } from './root/present-root';
export { OpenApiModule } from './openapi.module';
export { type TextPlace, textPlaces } from './document/text-places';
export { keysOf } from './document/document-texts';
export * from './schemas/specification';
export { DOCUMENTS } from './operations/descriptions';
