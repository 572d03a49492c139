export type { InterfaceInfo } from './about';
export { Answers, FailsWith } from './answers';
export { buildDocument } from './document';
export { Documents } from './documents';
export { EXAMPLES_FILE, type Recorded } from './examples';
export { OpenApiModule } from './openapi.module';
export { type TextPlace, textPlaces } from './text-places';
export { keysOf } from './translate';
