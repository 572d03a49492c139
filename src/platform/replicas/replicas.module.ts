import { Global, Module } from '@nestjs/common';
import { ServiceModule } from '../modules';
import { Replicas } from './replicas';
import { CreateReplicaHeartbeat1790000000105 } from './create-replica-heartbeat.migration';

/** Reading from replicas of the database. */
@ServiceModule({ migrations: [CreateReplicaHeartbeat1790000000105] })
@Global()
@Module({ providers: [Replicas], exports: [Replicas] })
export class ReplicasModule {}
