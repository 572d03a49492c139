export { ENTITIES, isKind, type Kind, KINDS } from './kinds';
