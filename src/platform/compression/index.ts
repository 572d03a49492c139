export { compressAnswers } from './compress-answers';
export { encoded } from './encoded';
export { type Encoding, ENCODINGS } from './encoded-tag';
