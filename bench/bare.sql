-- The tables of the bare server (bare.mjs), filled from those of the service each time that it starts. Venues,
-- organizers, categories and tags are read from the service's own tables. There are indexes and counters for
-- what the bare server answers, and for filters by link.
SET SESSION foreign_key_checks = 0;
DROP TABLE IF EXISTS bare_events, bare_event_venues, bare_event_organizers, bare_event_categories,
  bare_event_tags, bare_days, bare_category_counts, bare_tag_counts;

CREATE TABLE bare_events (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, UNIQUE (slug),
  KEY (listed_start, id, end_utc), KEY (end_utc, listed_start), KEY (status, date_utc), KEY (modified_utc)
) SELECT id, author, status, date_utc, modified_utc, slug, description, excerpt, title, all_day,
  start_date, end_date, start_utc, end_utc, timezone, cost, website, show_map, show_map_link,
  hide_from_listings, sticky, featured, ticketed, post_parent, custom_fields, event_status,
  event_status_reason, previous_start_date, is_virtual, virtual_event_type, virtual_url, uid, series,
  recurrence_id, overrides, languages, listed_start
  FROM events;

CREATE TABLE bare_event_venues (
  PRIMARY KEY (event_id, venue_id), KEY (venue_id, listed_start, event_id, end_utc)
) SELECT event_id, venue_id, position, listed_start, end_utc FROM event_venues;
CREATE TABLE bare_event_organizers (
  PRIMARY KEY (event_id, organizer_id), KEY (organizer_id, listed_start, event_id, end_utc)
) SELECT event_id, organizer_id, position, listed_start, end_utc FROM event_organizers;
CREATE TABLE bare_event_categories (
  PRIMARY KEY (event_id, category_id), KEY (category_id, listed_start, event_id, end_utc)
) SELECT event_id, category_id, listed_start, end_utc FROM event_categories;
CREATE TABLE bare_event_tags (
  PRIMARY KEY (event_id, tag_id), KEY (tag_id, listed_start, event_id, end_utc)
) SELECT event_id, tag_id, listed_start, end_utc FROM event_tags;

CREATE TABLE bare_days (day DATE NOT NULL PRIMARY KEY, count INT NOT NULL)
  SELECT DATE(listed_start) AS day, COUNT(*) AS count FROM events WHERE listed_start IS NOT NULL GROUP BY 1;
CREATE TABLE bare_category_counts (category_id INT NOT NULL PRIMARY KEY, count INT NOT NULL)
  SELECT category_id, count FROM category_counts;
CREATE TABLE bare_tag_counts (tag_id INT NOT NULL PRIMARY KEY, count INT NOT NULL)
  SELECT tag_id, count FROM tag_counts;

ALTER TABLE bare_event_venues ADD FOREIGN KEY (venue_id) REFERENCES venues (id);
ALTER TABLE bare_event_organizers ADD FOREIGN KEY (organizer_id) REFERENCES organizers (id);
ALTER TABLE bare_event_categories ADD FOREIGN KEY (category_id) REFERENCES categories (id);
ALTER TABLE bare_event_tags ADD FOREIGN KEY (tag_id) REFERENCES tags (id);

ANALYZE TABLE bare_events, bare_event_venues, bare_event_organizers, bare_event_categories, bare_event_tags;
