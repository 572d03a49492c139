import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey, ApiKeys } from '../../platform/access';

@Module({ imports: [TypeOrmModule.forFeature([ApiKey])], providers: [ApiKeys] })
export class KeysModule {}
