import { eventItem, type SiteRecord } from './site-records';

const fieldsOf = (record: SiteRecord): unknown => {
  const item = eventItem({ id: 7, all_day: false, ...record });
  return 'fields' in item ? item.fields : item;
};

describe('The status of an event of a site', () => {
  it.each([
    ['https://schema.org/EventScheduled', 'scheduled'],
    ['https://schema.org/EventRescheduled', 'scheduled'],
    ['https://schema.org/EventCancelled', 'canceled'],
    ['http://schema.org/EventPostponed', 'postponed'],
    ['EventCancelled', 'canceled'],
  ])('is read from structured data: %s', (eventStatus, event_status) => {
    expect(fieldsOf({ json_ld: { eventStatus } })).toMatchObject({ event_status });
    expect(fieldsOf({ json_ld: [{ eventStatus }] })).toMatchObject({ event_status });
    expect(fieldsOf({ json_ld: { eventStatus }, event_status: 'postponed' })).toMatchObject({
      event_status: 'postponed',
    });
  });

  it('makes an event virtual that was moved online', () => {
    expect(
      fieldsOf({ json_ld: { eventStatus: 'https://schema.org/EventMovedOnline' } }),
    ).toMatchObject({ event_status: 'moved-online', is_virtual: true });
  });

  it.each([null, '', 'sold-out'])('is scheduled for %j', (event_status) => {
    expect(fieldsOf({ event_status })).toMatchObject({ event_status: 'scheduled' });
  });

  it.each([
    {},
    { json_ld: null },
    { json_ld: 'text' },
    { json_ld: { eventStatus: 'constructor' } },
  ])('stays unchanged for %j', (record) => {
    expect(fieldsOf(record)).not.toHaveProperty('event_status');
  });
});
