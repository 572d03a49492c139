"""Expands calendars with python3-recurring-ical-events and with libical.

Takes JSON on the standard input: a list of [text, first day, last day]. Answers with JSON: for each text
the starts and ends of its events by each of the two programs, sorted.
"""

import json
import re
import sys
import warnings
from datetime import datetime, timedelta, timezone

import gi
import icalendar
import recurring_ical_events

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib  # noqa: E402

warnings.simplefilter("ignore")


def day(text):
    return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=timezone.utc)


def written(value):
    """A day as it is, a time as an instant of UTC."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    return value.isoformat()


def by_recurring_ical_events(text, first, last):
    calendar = icalendar.Calendar.from_ical(text)
    events = recurring_ical_events.of(calendar).between(day(first), day(last))
    return sorted([written(each["DTSTART"].dt), written(each["DTEND"].dt)] for each in events)


def instant(seconds, is_day):
    moment = datetime.fromtimestamp(seconds, timezone.utc)
    return moment.strftime("%Y-%m-%d" if is_day else "%Y-%m-%d %H:%M:%S")


def span(time_span, is_day):
    return [instant(time_span.get_start(), is_day), instant(time_span.get_end(), is_day)]


def with_utc_rdates(text):
    """libical ignores TZID in RDATE, though not in the other properties."""
    calendar = ICalGLib.Component.new_from_string(text)

    def converted(found):
        clock = ICalGLib.Time.new_from_string(found["clock"])
        seconds = clock.as_timet_with_zone(calendar.get_timezone(found["zone"]))
        return datetime.fromtimestamp(seconds, timezone.utc).strftime("RDATE:%Y%m%dT%H%M%SZ")

    return re.sub('RDATE;TZID="?(?P<zone>[^":]+(?::[0-9]+)?)"?:(?P<clock>[0-9T]+)', converted, text)


def by_libical(text, first, last):
    """It expands each component alone, so that exceptions replace their occurrence here."""
    calendar = ICalGLib.Component.new_from_string(with_utc_rdates(text))
    found, replaced = [], set()
    bounds = [
        ICalGLib.Time.new_from_timet_with_zone(
            int((day(each) - timedelta(days=days)).timestamp()),
            False,
            ICalGLib.Timezone.get_utc_timezone(),
        )
        for each, days in ((first, 400), (last, 0))
    ]
    event = calendar.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    while event is not None:
        is_day = event.get_dtstart().is_date()
        seen = []
        event.foreach_recurrence(*bounds, lambda _, each, into: into.append(each), seen)
        spans = [span(each, is_day) for each in seen]
        recurrence = event.get_recurrenceid()
        if recurrence is not None and not recurrence.is_null_time():
            slot = event.get_first_property(ICalGLib.PropertyKind.RECURRENCEID_PROPERTY)
            zone = slot.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER)
            known = calendar.get_timezone(zone.get_tzid()) if zone else None
            seconds = recurrence.as_timet_with_zone(known) if known else recurrence.as_timet()
            replaced.add(instant(seconds, recurrence.is_date()))
            found += [(False, each) for each in spans]
        else:
            found += [(True, each) for each in spans]
        event = calendar.get_next_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    kept = [each for of_rule, each in found if not (of_rule and each[0] in replaced)]
    return sorted(each for each in kept if first <= each[0] < last)


json.dump(
    [[by_recurring_ical_events(*each), by_libical(*each)] for each in json.load(sys.stdin)],
    sys.stdout,
)
