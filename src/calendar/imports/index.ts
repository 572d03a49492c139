export { CalendarSource } from './ics/calendar-source';
export type { ImportReport } from './import-report';
export type { ImportSource } from './import-source';
export { ImportsModule } from './imports.module';
export { type ImportOptions, type ImportProgress, ImportsService } from './imports.service';
export { fileAt, type TextFile } from './text-file';
export { TableSource } from './csv/table-source';
export { SiteClient } from './tec/site-client';
export { SiteSource } from './tec/site-source';
