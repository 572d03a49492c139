import { methodLabel, routeLabel } from './request-labels';

describe('The labels of a request', () => {
  it.each([
    ['GET', 'GET'],
    ['PATCH', 'PATCH'],
    ['PROPFIND', 'other'],
    ['get', 'other'],
  ])('map the method %s to %s', (method, label) => {
    expect(methodLabel(method)).toBe(label);
  });

  it.each([
    ['/cal/events/v1/events/:id', '/events/:id'],
    ['/cal/events/v1', '/cal/events/v1'],
    ['/docs', '/docs'],
    ['/', '/'],
    [undefined, undefined],
    [/a/, undefined],
  ])('map the route %s to %s', (path, label) => {
    expect(routeLabel({ route: path && { path } }, 'cal/events/v1')).toBe(label);
  });
});
