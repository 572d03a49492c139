import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { EventCountsModule } from '../event-counts';
import { ImageSettings } from '../images';
import { CreateVenues1790000000003 } from './create-venues.migration';
import { EventVenues } from './event-venues';
import { EventVenue, Venue } from './venue.entity';
import { VenuesController } from './venues.controller';
import { VenuesService } from './venues.service';

@ServiceModule({
  settings: [ImageSettings],
  pages: { venues: 'VENUE_URL' },
  migrations: [CreateVenues1790000000003],
})
@Module({
  imports: [TypeOrmModule.forFeature([Venue, EventVenue]), EventCountsModule],
  controllers: [VenuesController],
  providers: [VenuesService, EventVenues],
  exports: [VenuesService, EventVenues],
})
export class VenuesModule {}
