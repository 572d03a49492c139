export { ChecksFurther, type FurtherChecks, FurtherChecksInterceptor } from './further-checks';
