export { ChecksFurther, type FurtherChecks } from './further-checks';
