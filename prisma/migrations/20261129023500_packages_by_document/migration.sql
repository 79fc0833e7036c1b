-- Packages are found by the members whom their documents name: by the ids of the documents in their lines.
CREATE INDEX packages_by_document ON packages USING gin ("detailOfPackage" jsonb_path_ops) WHERE NOT source_deleted;
