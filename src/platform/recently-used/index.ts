export { RecentlyUsed } from './recently-used';
