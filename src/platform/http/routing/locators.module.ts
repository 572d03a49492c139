import { Global, Module } from '@nestjs/common';
import { Locators } from './locators';

@Global()
@Module({ providers: [Locators], exports: [Locators] })
export class LocatorsModule {}
