export { Permit } from './access.guard';
export { AccessModule } from './access.module';
export { ApiKey } from './api-key.entity';
export { ApiKeys, KeyUses } from './api-keys';
export { AuthenticationMiddleware } from './authentication.middleware';
export { FailedLogins } from './failed-logins';
export { may, needs, type Owned, type OwnRight } from './rights';
export { unauthorized } from './credential';
