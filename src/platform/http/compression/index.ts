export { CompressionMiddleware } from './compression.middleware';
export { encoded } from './encoded';
export { type Encoding, ENCODINGS, findTag, withoutEncodings } from './encoded-tag';
export { carriesSecret } from './carries-secret';
