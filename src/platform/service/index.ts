export { EXAMPLE_ROOT, SERVICE } from './service-names';
