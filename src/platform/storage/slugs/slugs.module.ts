import { Global, Module } from '@nestjs/common';
import { Slugs } from './slugs';

@Global()
@Module({ providers: [Slugs], exports: [Slugs] })
export class SlugsModule {}
