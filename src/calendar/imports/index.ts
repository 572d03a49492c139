export { CalendarSource } from './ics/calendar-source';
export { basicAuthorization } from './foreign-values';
export type { ImportReport } from './import-report';
export { fileAt, type ImportSource, type TextFile } from './import-source';
export { ImportsModule } from './imports.module';
export { ImportsService } from './imports.service';
export { TableSource } from './csv/table-source';
export { SiteClient } from './tec/site-client';
export { SiteSource } from './tec/site-source';
