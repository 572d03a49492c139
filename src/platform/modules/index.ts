export { Declarations, declarationsOf, type ModuleType } from './declarations';
export {
  type ErrorDefinition,
  errorDefinition,
  type ErrorTable,
  registerErrors,
} from './error-table';
export { FoundationModule } from './foundation.module';
export {
  describeParameters,
  inputsOf,
  isFromTrustedProxy,
  isModuleClass,
  methodOf,
  parameterTypesOf,
  pathsOf,
  propertiesOf,
} from './library-metadata';
export { ServiceModule, type ServiceModuleOptions } from './service-module';
