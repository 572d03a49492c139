import { Module } from '@nestjs/common';
import { CompressionMiddleware } from './compression.middleware';

/** Compresses answers. */
@Module({ providers: [CompressionMiddleware] })
export class CompressionModule {}
