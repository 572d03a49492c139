export { stopServer as default } from './start-server';
