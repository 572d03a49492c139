export { CompressionMiddleware } from './compression.middleware';
export { findTag, withoutEncodings } from './encoded-tag';
export { carriesSecret } from './carries-secret';
