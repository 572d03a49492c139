export { FieldSelection, selectionOf } from './field-selection';
export { SparseFieldsInterceptor } from './sparse-fields.interceptor';
