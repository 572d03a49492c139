#!/bin/sh
# Dumps the database of compose.yaml, also with compose.mariadb.yaml, to a new file in a folder, and deletes dumps that
# are older than 14 days (DAYS). MYSQL_PASSWORD stands in docker/.env, so that cron can run it:
# 15 3 * * * /srv/calendar/docker/backup.sh /var/backups/calendar
set -eu
umask 077
folder=${1:?"Usage: $0 <folder>"}
mkdir -p "$folder"
file=$folder/calendar-$(date -u +%Y-%m-%dT%H%M%SZ).sql
trap 'rm -f "$file"' EXIT

docker compose -f "$(dirname "$0")/compose.yaml" exec -T database sh -c '
  export MYSQL_PWD="$MYSQL_PASSWORD"
  exec "$(command -v mysqldump || command -v mariadb-dump)" \
    --single-transaction --no-tablespaces --user=calendar calendar' >"$file"
# The last line of a dump that is complete.
tail -n 1 "$file" | grep -q '^-- Dump completed' || {
  echo "The dump $file was not completed, and is deleted." >&2
  exit 1
}
gzip "$file"
find "$folder" -name 'calendar-*.sql.gz' -mtime "+${DAYS:-14}" -delete
