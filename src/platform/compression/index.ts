export { CompressionMiddleware } from './compression.middleware';
export { CompressionModule } from './compression.module';
export { encoded } from './encoded';
export { type Encoding, ENCODINGS } from './encoded-tag';
