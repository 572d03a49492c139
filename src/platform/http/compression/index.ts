export { CompressionMiddleware, findTag, withoutEncodings } from './compression.middleware';
