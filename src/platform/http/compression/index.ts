export { CompressionMiddleware } from './compression.middleware';
export { findTag, withoutEncodings } from './encoded-tag';
