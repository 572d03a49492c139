import { Global, Module } from '@nestjs/common';
import { Replicas } from './replicas';

/** Reading from replicas of the database. */
@Global()
@Module({ providers: [Replicas], exports: [Replicas] })
export class ReplicasModule {}
