# Values beyond every column and calendar for the fuzz: schemathesis itself stays near what the document allows, and takes only times that a calendar has.
import copy

import schemathesis
from hypothesis import strategies as st

TIMES = [
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59Z",
    "2026-12-31T23:59:60Z",
    "2026-12-31T10:00:00+23:59",
    "1970-01-01T00:00:00Z",
    "2200-01-01T00:00:00Z",
]
DAYS = ["0000-01-01", "0001-01-01", "9999-12-31", "1900-01-01", "2200-01-01"]
NUMBERS = [1e308, -1e308, 99999999999999999999, 2**63, 2**53, 2**31, -1]

schemathesis.openapi.format("date-time", st.one_of(st.sampled_from(TIMES), st.datetimes().map(lambda time: time.isoformat() + "Z")))
schemathesis.openapi.format("date", st.one_of(st.sampled_from(DAYS), st.dates().map(lambda day: day.isoformat())))


def places(value, path=()):
    """Paths of the numbers within a value."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from places(one, (*path, name))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from places(one, (*path, at))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def replaced(value, path, number):
    if not path:
        return number
    changed = copy.copy(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], number)
    return changed


def beyond(value):
    """The value as it is, or with one of its numbers out of range."""
    found = list(places(value))
    if not found:
        return st.just(value)
    wrong = st.builds(lambda path, number: replaced(value, path, number), st.sampled_from(found), st.sampled_from(NUMBERS))
    return st.one_of(st.just(value), wrong)


@schemathesis.hook
def flatmap_body(context, body):
    return beyond(body)


@schemathesis.hook
def flatmap_query(context, query):
    return beyond(query)
