export { SingleFlight } from './single-flight';
