import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { ImageSettings } from './image-settings';

/** The settings of images. */
@ServiceModule({ settings: [ImageSettings] })
@Module({})
export class ImagesModule {}
