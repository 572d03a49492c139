"""Reads Atom with python3-feedparser.

Takes a feed on the standard input. Answers with JSON: the problem it has with the text or null, the
kind of the feed, and the entries.
"""

import json
import sys
import time

import feedparser


def written(value):
    return time.strftime("%Y-%m-%d %H:%M:%S", value)


feed = feedparser.parse(sys.stdin.buffer.read())
json.dump(
    {
        "problem": repr(feed.get("bozo_exception")) if feed.bozo else None,
        "version": feed.version,
        "title": feed.feed.title,
        "entries": [
            {
                "id": entry.id,
                "title": entry.title,
                "published": written(entry.published_parsed),
                "updated": written(entry.updated_parsed),
                "link": entry.link,
                "tags": [tag.term for tag in entry.get("tags", [])],
            }
            for entry in feed.entries
        ],
    },
    sys.stdout,
)
