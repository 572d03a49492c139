export { FeedSettings } from './feed-settings';
export {
  inAllLanguages,
  TABLE_READING,
  tableCells,
  TRANSLATED_COLUMNS,
  unescapeFormula,
} from './table/table-row';
