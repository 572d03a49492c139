export { startServer as default } from './start-server';
