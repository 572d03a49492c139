export { AccessModule } from './access.module';
export { ApiKey } from './api-key.entity';
export { ApiKeys } from './api-keys';
export { Authentication } from './authentication';
export { ANONYMOUS, type Caller, EVERYBODY, type Role, ROLES } from './caller';
export { discoveryAddress } from './issuer-keys';
export { type OwnRight, Permit } from './permit';
export { may, needs, type Owned } from './rights';
export { unauthorized } from './unauthorized';
