import { Module } from '@nestjs/common';
import { LocalisationModule } from '../localisation';
import { Pages } from './pages';

@Module({ imports: [LocalisationModule], providers: [Pages] })
export class PagesModule {}
