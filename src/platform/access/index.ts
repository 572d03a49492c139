export { AccessModule } from './access.module';
export { ApiKey } from './api-key.entity';
export { ApiKeys } from './api-keys';
export { ANONYMOUS, type Caller, EVERYBODY, type Role, ROLES } from './caller';
export { Permit } from './permit';
export { may, type Owned } from './rights';
