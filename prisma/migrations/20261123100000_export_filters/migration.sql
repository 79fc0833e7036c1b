-- What a large export was narrowed to, in words: the audit says it when the file leaves (docs/decisions/049-audit-of-exports.md).
ALTER TABLE exports ADD COLUMN filters text[] DEFAULT ARRAY[]::text[];
