-- What happened to documents stays in the ledger after their deletion: whoever may view few types finds its lines from these.
CREATE INDEX documentos_existing_by_type ON documentos ("documentId", "categoryId", id) WHERE NOT source_deleted;
