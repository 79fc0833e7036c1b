-- The ledger as a list (server/features/reports/event-list.ts): what lists ask of a table, under the names that they know.
-- Rows hold no text to search; they are found by the names of files, people, folders and agencies.
CREATE VIEW file_events AS
  SELECT id, kind, area, "fileId", "fileName", "folderId", "userId", "userName", "agencyId", at AS "createdAt",
    NOT source_deleted AS "isActive", source_deleted, ''::text AS search_text
  FROM eventos_archivos;

CREATE INDEX eventos_archivos_newest ON eventos_archivos (at, id) WHERE NOT source_deleted;
