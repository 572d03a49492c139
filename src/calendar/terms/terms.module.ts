import { Module } from '@nestjs/common';
import { TermReferences } from './term-references';
import { Terms } from './terms';

@Module({ providers: [Terms, TermReferences], exports: [Terms, TermReferences] })
export class TermsModule {}
