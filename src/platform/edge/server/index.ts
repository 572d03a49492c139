export { ExpressServer, type Step } from './express-server';
