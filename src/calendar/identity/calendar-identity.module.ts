import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredIdentity } from './calendar-identity.entity';
import { CalendarIdentity } from './calendar-identity';

@Module({
  imports: [TypeOrmModule.forFeature([StoredIdentity])],
  providers: [CalendarIdentity],
  exports: [CalendarIdentity],
})
export class CalendarIdentityModule {}
