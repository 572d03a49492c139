import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { ImagesModule } from '../images';
import { AddLineage1795735200000 } from './add-lineage.migration';
import { AddVersions1790000000030 } from './add-versions.migration';

/** The common columns of events, venues and organizers. */
@ServiceModule({ migrations: [AddVersions1790000000030, AddLineage1795735200000] })
@Module({ imports: [ImagesModule] })
export class PostsModule {}
