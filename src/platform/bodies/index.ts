export { BodiesModule } from './bodies.module';
export { BodyInterceptor } from './body.interceptor';
export { PARAMETERS_MAX } from './limits';
