export type { InterfaceInfo } from './document/about';
export { Answers, FailsWith, keysOfRecord, recordOf, SendsHeader } from './operations/answers';
export { buildDocument } from './document/document';
export { Documents } from './document/documents';
export { EXAMPLES_FILE, type Recorded } from './operations/examples';
export { presentRoot } from './root/present-root';
export { OpenApiModule } from './openapi.module';
export { type TextPlace, textPlaces } from './document/text-places';
export { keysOf } from './document/translate';
