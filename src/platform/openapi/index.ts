export { Answers, FailsWith } from './answers';
export type { InterfaceInfo } from './document';
export { Documents } from './documents';
export { OpenApiModule } from './openapi.module';
