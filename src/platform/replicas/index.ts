export { ReplicaReadsInterceptor } from './replica-reads.interceptor';
export { type ReplicaState, Replicas } from './replicas';
export { ReplicasModule } from './replicas.module';
