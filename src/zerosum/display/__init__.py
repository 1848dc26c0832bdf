"""What a person reads of a solution: titles, tables, notes. One module per model; made when asked for, from numbers."""

from zerosum.display.report import Report, report_of, strategy_tables
from zerosum.display.table import Probability, Table, percent

__all__ = ["Probability", "Report", "Table", "percent", "report_of", "strategy_tables"]
