export { type Caller, EVERYBODY, type Role, ROLES } from './caller';
export { may, type Owned } from './rights';
