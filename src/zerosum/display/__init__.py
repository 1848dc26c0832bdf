"""Reports and tables: what a person reads about a solution, built from its numbers on request."""

from zerosum.display.report import Report, report_of, strategy_tables
from zerosum.display.table import Probability, Table, percent

__all__ = ["Probability", "Report", "Table", "percent", "report_of", "strategy_tables"]
