export { AccessModule } from './access.module';
export { ApiKey } from './api-key.entity';
export { ApiKeys, KeyUses } from './api-keys';
export { AuthenticationMiddleware } from './authentication.middleware';
export { FailedLogins } from './failed-logins';
export { may, needs, type Owned, type OwnRight, Permit } from './rights';
export { unauthorized } from './credential';
