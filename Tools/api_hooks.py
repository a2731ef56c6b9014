"""What schemathesis cannot know of our headers; Tools/check-api loads it."""

import re
import uuid

import schemathesis

KEY = re.compile(r'("[!#-\[\]-~]{1,255}"|[!#-\[\]-~]{1,255})')


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes each well-formed Idempotency-Key a new one: a key that was used for another request is refused, as it should be."""
    for name in list(case.headers or {}):
        if name.lower() == "idempotency-key" and KEY.fullmatch(str(case.headers[name])):
            case.headers[name] = f'"{uuid.uuid4()}"'
