import { Module } from '@nestjs/common';
import { CompressionMiddleware } from './compression.middleware';

/** Compressed answers. */
@Module({ providers: [CompressionMiddleware] })
export class CompressionModule {}
