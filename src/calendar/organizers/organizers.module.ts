import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinkedRecordsModule } from '../records';
import { EventOrganizer } from './event-organizer.entity';
import { EventOrganizers } from './event-organizers';
import { Organizer } from './organizer.entity';
import { OrganizersController } from './organizers.controller';
import { OrganizersService } from './organizers.service';

@Module({
  imports: [TypeOrmModule.forFeature([Organizer, EventOrganizer]), LinkedRecordsModule],
  controllers: [OrganizersController],
  providers: [OrganizersService, EventOrganizers],
  exports: [OrganizersService],
})
export class OrganizersModule {}
