export { FeedSettings } from './feed-settings';
