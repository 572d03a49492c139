export { DeclarationError, Declarations, declarationsOf, type ModuleType } from './declarations';
export {
  type ErrorDefinition,
  errorDefinition,
  type ErrorTable,
  registerErrors,
} from './error-table';
export { FoundationModule } from './foundation.module';
export { inputsOf, isModuleClass, methodOf, pathsOf, propertiesOf } from './library-metadata';
export { ServiceModule, type ServiceModuleOptions } from './service-module';
