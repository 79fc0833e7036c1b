-- The mark of the folder that the files lie in (server/ports/files/files-folder.ts): a folder without it is a disk that is not mounted.
CREATE TABLE files_folder (
  id integer NOT NULL DEFAULT 1 CHECK (id = 1),
  mark text NOT NULL,
  CONSTRAINT files_folder_pkey PRIMARY KEY (id)
);
