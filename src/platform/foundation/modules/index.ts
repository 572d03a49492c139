export { DeclarationError, Declarations, declarationsOf, type ModuleType } from './declarations';
export { DeclarationsModule } from './declarations.module';
export {
  type ErrorDefinition,
  errorDefinition,
  type ErrorTable,
  registerErrors,
} from './error-table';
export { ServiceModule, type ServiceModuleOptions } from './service-module';
