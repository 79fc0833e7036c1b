-- Values that lists mask are searched in a text of their own, because whoever sees masks finds them only as a whole
-- (docs/decisions/143-less-is-shown.md). Rows get it when they are projected again, which their new shape causes.
ALTER TABLE clientes ADD COLUMN "masked_text" text NOT NULL DEFAULT '';

CREATE INDEX "clientes_masked" ON clientes USING gin (masked_text gin_trgm_ops);

ALTER TABLE unread_fields ADD COLUMN masked_text text NOT NULL DEFAULT '';
