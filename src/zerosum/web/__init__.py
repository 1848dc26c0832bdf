"""The site: learn, explore and play every game in a browser. It only asks and shows: requests, reports, pictures and
rounds are those of the command.

    app.py       the application: safety, pages, API
    workers.py   processes that do the work, with progress and a limit
    jobs.py      what workers can be asked: an answer, a picture, a walk, a table
    site.py      what pages and API ask for
    tables.py    tables at which visitors play, kept on disk
    papers.py    what the papers say, and what became of it
    lessons.py   pages that a class can use in ten minutes
"""

from zerosum.web.app import create_app
from zerosum.web.serve import serve

__all__ = ["create_app", "serve"]
