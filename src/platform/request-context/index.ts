export { Links, type Addressed } from './links';
export { Context, contextOf, type RequestContext } from './request-context';
