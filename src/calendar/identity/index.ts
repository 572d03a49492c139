export { CalendarIdentity } from './calendar-identity';
export { CalendarIdentityModule } from './calendar-identity.module';
