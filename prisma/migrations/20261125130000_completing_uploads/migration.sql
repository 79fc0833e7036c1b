-- One request at a time puts an upload together (docs/decisions/059-bounds-of-one-person.md).
ALTER TABLE unfinished_uploads ADD COLUMN completing_at timestamptz(6);
