import { Global, Module } from '@nestjs/common';
import { TrafficModule } from '../traffic';
import { BodyReader } from './body-reader';
import { LargeBodies } from './large-bodies';

/** Reads the bodies of requests. */
@Global()
@Module({
  imports: [TrafficModule],
  providers: [BodyReader, LargeBodies],
  exports: [BodyReader],
})
export class BodiesModule {}
