export { CalendarIdentity } from './calendar-identity';
export { derivedFrom, UID_TABLES, type UidPrefix, uidOf, type WithUid } from './calendar-identity';
export { CalendarIdentityModule } from './calendar-identity.module';
