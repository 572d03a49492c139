import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CategoriesModule } from '../../calendar/categories/categories.module';
import { EventsModule } from '../../calendar/events/events.module';
import { TermsModule } from '../../calendar/terms';
import { VenuesModule } from '../../calendar/venues/venues.module';
import { InputModule } from '../../platform/input';
import { ConferencesImport } from './conferences-import';
import { ImportedEvent } from './imported-event.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([ImportedEvent]),
    EventsModule,
    VenuesModule,
    CategoriesModule,
    TermsModule,
    InputModule,
  ],
  providers: [ConferencesImport],
})
export class ImportModule {}
