"""Reports and tables for people, built from the numbers of a solution on request."""

from zerosum.display.report import Report, report_of, strategy_tables
from zerosum.display.table import Probability, Table, percent

__all__ = ["Probability", "Report", "Table", "percent", "report_of", "strategy_tables"]
