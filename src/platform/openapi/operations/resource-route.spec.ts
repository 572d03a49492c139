import { describeOperation } from './descriptions';
import { inEnglish } from '../document/document-texts';
import { readRoute } from './resource-route';
import type { Method, Operation } from '../specification';

describe('readRoute', () => {
  it.each<[Method, string, string, string]>([
    ['get', '/tags', 'listTags', 'List tags'],
    ['post', '/tags', 'createTag', 'Create a tag'],
    ['get', '/categories/{id}', 'getCategory', 'Read a category'],
    ['post', '/categories/{id}', 'updateCategory', 'Update a category with POST'],
    ['put', '/categories/{id}', 'putCategory', 'Update a category with PUT'],
    ['patch', '/categories/{id}', 'patchCategory', 'Update a category with PATCH'],
    ['delete', '/organizers/{id}', 'deleteOrganizer', 'Delete an organizer'],
    ['get', '/events/by-slug/{slug}', 'getEventBySlug', 'Read an event by its slug'],
    ['put', '/events/by-slug/{slug}', 'putEventBySlug', 'Update an event by its slug with PUT'],
    ['get', '/events/by-uid/{uid}', 'getEventByUid', 'Read an event by its uid'],
    ['put', '/events/by-uid/{uid}', 'putEventByUid', 'Create or update an event by its uid'],
    ['get', '/sound-checks', 'listSoundChecks', 'List sound checks'],
    ['delete', '/sound-checks/{id}', 'deleteSoundCheck', 'Delete a sound check'],
  ])('names %s %s: %s, %s', (method, path, operationId, summary) => {
    const route = readRoute(method, path)!;
    const operation: Operation = { responses: {} };
    describeOperation(operation, method, route, inEnglish);
    expect([route.operationId, operation.summary]).toEqual([operationId, summary]);
  });

  it.each<[Method, string, string]>([
    ['get', '/tags', 'listTags'],
    ['post', '/tags', 'createTag'],
    ['get', '/events/by-slug/{slug}', 'getEvent'],
    ['post', '/events/{id}', 'updateEvent'],
    ['put', '/events/{id}', 'updateEvent'],
    ['patch', '/events/by-slug/{slug}', 'updateEvent'],
    ['delete', '/events/by-slug/{slug}', 'deleteEvent'],
    ['patch', '/events/by-uid/{uid}', 'updateEvent'],
    ['put', '/events/by-uid/{uid}', 'putEvent'],
  ])('gives %s %s the shared purpose %s', (method, path, purpose) => {
    expect(readRoute(method, path)?.purpose).toBe(purpose);
  });

  it.each(['/', '/events/{id}/calendar', '/{list}'])('returns undefined for %s', (path) => {
    expect(readRoute('get', path)).toBeUndefined();
  });
});
