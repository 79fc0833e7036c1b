-- Whether a service has a gallery. Documents that are there say nothing of it yet: of these one has it by its id.
ALTER TABLE productos_servicios ADD COLUMN galeria boolean NOT NULL DEFAULT false;
UPDATE productos_servicios SET galeria = true WHERE id = 'activos_extraordinarios';
