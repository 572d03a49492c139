import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { StoredIdentity } from './calendar-identity.entity';
import { CalendarIdentity } from './calendar-identity';
import { CreateCalendarIdentity1790000000012 } from './create-calendar-identity.migration';

@ServiceModule({ migrations: [CreateCalendarIdentity1790000000012] })
@Module({
  imports: [TypeOrmModule.forFeature([StoredIdentity])],
  providers: [CalendarIdentity],
  exports: [CalendarIdentity],
})
export class CalendarIdentityModule {}
