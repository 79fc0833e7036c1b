-- The ledger as a list (server/features/reports/event-list.ts): what lists ask of a table, under the names that they know.
-- Rows hold no text to search; they are found by the names of files, people, folders and agencies.
CREATE VIEW file_events AS
  SELECT e.id, e.kind, e.area, e."fileId", e."fileName", e."folderId", coalesce(d."categoryId", '') AS "categoryId", e."userId", e."userName",
    e."agencyId", e.at AS "createdAt", NOT e.source_deleted AS "isActive", e.source_deleted, ''::text AS search_text
  -- By its key: who does not ask for the category pays for no join.
  FROM eventos_archivos e LEFT JOIN documentos d ON d.id = e."fileId" AND e.area = 'digitalization';

CREATE INDEX eventos_archivos_newest ON eventos_archivos (at, id) WHERE NOT source_deleted;

-- The same as before with the id, so that counting the lines of one person, file, agency or folder reads no row.
DROP INDEX eventos_archivos_by_time;
CREATE INDEX eventos_archivos_by_time ON eventos_archivos (area, kind, at) INCLUDE ("fileId", id) WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_user;
CREATE INDEX eventos_archivos_by_user ON eventos_archivos (area, kind, "userId", at) INCLUDE (id) WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_agency;
CREATE INDEX eventos_archivos_by_agency ON eventos_archivos (area, kind, "agencyId", at) INCLUDE (id) WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_folder;
CREATE INDEX eventos_archivos_by_folder ON eventos_archivos (area, kind, "folderId", at) INCLUDE ("userId", "agencyId", id) WHERE NOT source_deleted;

DROP INDEX eventos_archivos_by_file;
CREATE INDEX eventos_archivos_by_file ON eventos_archivos (area, kind, "fileId", at) INCLUDE (id) WHERE NOT source_deleted;
