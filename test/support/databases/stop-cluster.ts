export { stopCluster as default } from './start-cluster';
