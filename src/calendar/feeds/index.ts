export { FeedSettings } from './feed-settings';
export { READING as TABLE_READING, tableCells, unescapeFormula } from './table/table-row';
