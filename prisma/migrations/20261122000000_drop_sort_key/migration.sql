-- Queries of the document store only ask for equality, which jsonb compares by itself.
DROP FUNCTION documents.sort_key(jsonb);
