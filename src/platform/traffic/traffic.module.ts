import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Admission } from './admission';
import { ClientWindows } from './client-windows';

/** What keeps the service up when many ask at once, or some ask too much. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      useFactory: () => ({ throttlers: [], storage: new ClientWindows() }),
    }),
  ],
  providers: [Admission],
  exports: [Admission],
})
export class TrafficModule {}
