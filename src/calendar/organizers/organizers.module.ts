import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { EventCountsModule } from '../event-counts';
import { ImageSettings } from '../images';
import { CreateOrganizers1790000000004 } from './create-organizers.migration';
import { EventOrganizers } from './event-organizers';
import { EventOrganizer, Organizer } from './organizer.entity';
import { OrganizersController } from './organizers.controller';
import { OrganizersService } from './organizers.service';

@ServiceModule({
  settings: [ImageSettings],
  pages: { organizers: 'ORGANIZER_URL' },
  migrations: [CreateOrganizers1790000000004],
})
@Module({
  imports: [TypeOrmModule.forFeature([Organizer, EventOrganizer]), EventCountsModule],
  controllers: [OrganizersController],
  providers: [OrganizersService, EventOrganizers],
  exports: [OrganizersService, EventOrganizers],
})
export class OrganizersModule {}
