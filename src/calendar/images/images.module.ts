import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { AddImageDetails1790000000041 } from './add-image-details.migration';
import { ImageSettings } from './image-settings';

/** The settings of images, and the columns of their details. */
@ServiceModule({ settings: [ImageSettings], migrations: [AddImageDetails1790000000041] })
@Module({})
export class ImagesModule {}
