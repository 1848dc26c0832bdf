"""Checks: plain functions that each examine one claim and return a finding, never a verdict."""
