-- The ledger as a list (server/features/reports/event-list.ts): what lists ask of a table, under the names that they know.
-- Rows hold no text to search; they are found by the names of files, people, folders and agencies.
CREATE VIEW file_events AS
  SELECT e.id, e.kind, e.area, e."fileId", e."fileName", e."folderId", coalesce(d."categoryId", '') AS "categoryId", e."userId", e."userName",
    e."agencyId", e.at AS "createdAt", NOT e.source_deleted AS "isActive", e.source_deleted, ''::text AS search_text
  -- By its key: who does not ask for the category pays for no join.
  FROM eventos_archivos e LEFT JOIN documentos d ON d.id = e."fileId" AND e.area = 'digitalization';

CREATE INDEX eventos_archivos_newest ON eventos_archivos (at, id) WHERE NOT source_deleted;
