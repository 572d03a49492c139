"""Reads calendars with python3-icalendar, and their zones with python3-dateutil.

Takes JSON on the standard input: a list of texts. Answers with JSON: for each text its components, or
the error. The instants of events follow from the VTIMEZONE of the text, never from the zones of this
machine: the names of zones must be unknown to it.
"""

import io
import json
import sys
import warnings
from datetime import date, datetime, timezone

from dateutil import tz
from icalendar import Calendar

warnings.simplefilter("ignore")


def written(value):
    """A date as it is, a time as an instant of UTC."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    return value.isoformat()


def by_dateutil(event, name, zones):
    """The same time by the zones of the text as dateutil reads them."""
    tzid = event[name].params.get("TZID")
    if tzid is None:
        return written(event[name].dt)
    clock = event[name].dt.replace(tzinfo=None)
    return written(clock.replace(tzinfo=zones.get(tzid)))


def read(text):
    calendar = Calendar.from_ical(text)
    zones = tz.tzical(io.StringIO(text)) if "BEGIN:VTIMEZONE" in text else None
    events = []
    for event in calendar.walk("VEVENT"):
        names = [name for name in ("DTSTART", "DTEND") if name in event]
        events.append(
            {
                "uid": str(event["UID"]),
                "summary": str(event.get("SUMMARY", "")),
                "description": str(event.get("DESCRIPTION", "")),
                "dates": [written(event[name].dt) for name in names],
                "others": [by_dateutil(event, name, zones) for name in names],
                "errors": [str(error) for error in event.errors],
            }
        )
    return {"events": events, "errors": [str(error) for error in calendar.errors]}


def answer(text):
    try:
        return read(text)
    except Exception as error:  # whatever a reader does not like is a finding
        return {"events": [], "errors": [repr(error)]}


json.dump([answer(text) for text in json.load(sys.stdin)], sys.stdout)
