import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey, ApiKeys, KeyUses } from '../../platform/access';

@Module({ imports: [TypeOrmModule.forFeature([ApiKey])], providers: [ApiKeys, KeyUses] })
export class KeysModule {}
