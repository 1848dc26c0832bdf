"""Checks: plain functions that look into one claim each and return what they found, never a verdict."""
