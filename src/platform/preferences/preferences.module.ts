import { Module } from '@nestjs/common';
import { InputModule } from '../input';
import { KnownNames } from './known-names';

/** What clients prefer of an answer. */
@Module({ imports: [InputModule], providers: [KnownNames], exports: [KnownNames, InputModule] })
export class PreferencesModule {}
