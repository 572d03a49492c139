import { Module } from '@nestjs/common';
import { TagsModule } from './tags/tags.module';
import { VenuesModule } from './venues/venues.module';

@Module({ imports: [VenuesModule, TagsModule] })
export class CalendarModule {}
