export { CalendarIdentity } from './calendar-identity';
export { CalendarIdentityModule } from './calendar-identity.module';
export { derivedFrom, UID_TABLES, type UidPrefix, uidOf, type WithUid } from './derived-uid';
