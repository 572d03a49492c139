"""Lists the days of recurrence rules with python3-dateutil.

Takes JSON on the standard input: a list of [rule, first day, last day]. Answers with JSON: for each rule
its days.
"""

import json
import sys
from datetime import datetime

from dateutil.rrule import rrulestr


def day(text):
    return datetime.strptime(text, "%Y-%m-%d")


def days(rule, first, last):
    found = rrulestr(rule, dtstart=day(first)).between(day(first), day(last), inc=True)
    return [each.strftime("%Y-%m-%d") for each in found]


json.dump([days(*each) for each in json.load(sys.stdin)], sys.stdout)
