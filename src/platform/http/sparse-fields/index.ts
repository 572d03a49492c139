export { FieldSelection } from './field-selection';
export { selectionOf } from './selection-of';
export { SparseFieldsInterceptor } from './sparse-fields.interceptor';
