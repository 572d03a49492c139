export { FieldSelection } from './field-selection';
export { SparseFieldsInterceptor } from './sparse-fields.interceptor';
