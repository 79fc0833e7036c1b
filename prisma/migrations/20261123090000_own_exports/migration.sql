-- What a person finds their own large exports by (docs/decisions/045-large-exports.md). Those of before are found by nothing typed, for a day.
ALTER TABLE exports ADD COLUMN search_text text NOT NULL DEFAULT '';
