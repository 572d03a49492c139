export { exampleRoot, nameService, type ServiceNames, serviceNames } from './service-names';
