import json
import urllib.error
import urllib.request


class Mirror:
    """A copy of the records of a calendar: "events 7" -> the record."""

    def __init__(self, root):
        self.root = root
        self.records = {}
        self.token = None
        self.reading = None

    def synchronise(self):
        """Reads the changes; the first time, all records."""
        more = True
        while more:
            query = f"?sync_token={self.token}" if self.token else ""
            try:
                with urllib.request.urlopen(f"{self.root}/changes{query}") as response:
                    more = self.apply(json.load(response))
            except urllib.error.HTTPError as error:
                if error.code != 410:
                    raise
                self.token = None
        # A reading from the beginning replaces the copy when it is complete.
        if self.reading is not None:
            self.records, self.reading = self.reading, None

    def apply(self, page):
        if self.token is None:
            self.reading = {}
        records = self.records if self.reading is None else self.reading
        for change in page["changes"]:
            name = f'{change["kind"]} {change["id"]}'
            if change["change"] == "deleted":
                records.pop(name, None)
            else:
                records[name] = change["record"]
        self.token = page["sync_token"]
        return page["more"]
