import { Module } from '@nestjs/common';
import { InputModule } from '../../input';
import { KnownNames } from './known-names';

/** Applies the preferences of clients. */
@Module({ imports: [InputModule], providers: [KnownNames], exports: [KnownNames, InputModule] })
export class PreferencesModule {}
