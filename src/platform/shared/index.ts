export { BackgroundWork } from './background-work';
export { SingleFlight } from './single-flight';
export { onDemand } from './on-demand';
export { RecentlyUsed } from './recently-used';
export { BoundedLimiter } from './bounded-limiter';
