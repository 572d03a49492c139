export { FeedSettings } from './feed-settings';
export {
  inAllLanguages,
  READING as TABLE_READING,
  tableCells,
  TRANSLATED_COLUMNS,
  unescapeFormula,
} from './table/table-row';
