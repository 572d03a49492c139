import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { LinkedRecordsModule } from '../records';
import { EventVenue } from './event-venue.entity';
import { EventVenues } from './event-venues';
import { VENUE_ERRORS } from './venue-errors';
import { Venue } from './venue.entity';
import { VenuesController } from './venues.controller';
import { VenuesService } from './venues.service';

@ServiceModule({ errors: VENUE_ERRORS, pages: { venues: 'VENUE_URL' } })
@Module({
  imports: [TypeOrmModule.forFeature([Venue, EventVenue]), LinkedRecordsModule],
  controllers: [VenuesController],
  providers: [VenuesService, EventVenues],
  exports: [VenuesService],
})
export class VenuesModule {}
