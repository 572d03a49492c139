import { Module } from '@nestjs/common';
import { Terms } from './terms';

@Module({ providers: [Terms], exports: [Terms] })
export class TermsModule {}
