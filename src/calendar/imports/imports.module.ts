import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LocalisationModule } from '../../platform/i18n';
import { ServiceModule } from '../../platform/modules';
import { InputModule } from '../../platform/validation';
import { CategoriesModule } from '../categories/categories.module';
import { EventsModule } from '../events/events.module';
import { OrganizersModule } from '../organizers/organizers.module';
import { TagsModule } from '../tags/tags.module';
import { VenuesModule } from '../venues/venues.module';
import { ImportTargets } from './import-targets';
import { ImportTrash } from './import-trash';
import { ImportWriter } from './import-writer';
import { ImportedItem } from './imported-item.entity';
import { ImportsController } from './imports.controller';
import { ImportsService } from './imports.service';
import { KnownItems } from './known-items';
import { RowChanges } from './row-changes';
import { RowLinks } from './row-links';
import { RowUids } from './row-uids';
import { SeriesWriter } from './series-writer';
import { CreateImportedItems1795708800000 } from './create-imported-items.migration';

@ServiceModule({
  migrations: [CreateImportedItems1795708800000],
})
@Module({
  imports: [
    TypeOrmModule.forFeature([ImportedItem]),
    InputModule,
    LocalisationModule,
    EventsModule,
    VenuesModule,
    OrganizersModule,
    CategoriesModule,
    TagsModule,
  ],
  controllers: [ImportsController],
  providers: [
    ImportsService,
    ImportTargets,
    ImportTrash,
    ImportWriter,
    KnownItems,
    RowChanges,
    RowLinks,
    RowUids,
    SeriesWriter,
  ],
  exports: [ImportsService],
})
export class ImportsModule {}
