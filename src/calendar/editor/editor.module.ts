import { Module } from '@nestjs/common';
import { LocalisationModule } from '../../platform/i18n';
import { SiteModule } from '../site';
import { Editor } from './editor';

@Module({ imports: [LocalisationModule, SiteModule], providers: [Editor] })
export class EditorModule {}
