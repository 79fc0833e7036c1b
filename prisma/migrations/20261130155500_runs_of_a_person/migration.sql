-- A requested run counts the person's unfinished ones among all that their schedules have left.
CREATE INDEX documents_runs ON documents.documents (database, (data -> 'userId'::text), (data -> 'status'::text)) WHERE collection_group = 'reportes_ejecuciones' AND NOT deleted;
