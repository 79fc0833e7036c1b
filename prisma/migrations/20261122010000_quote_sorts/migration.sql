-- Quotes are sorted by these columns both ways, always with the empty ones at the end: an index read backwards has them first.
CREATE INDEX cotizaciones_by_amount ON cotizaciones (monto, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_amount_down ON cotizaciones (monto DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_payment ON cotizaciones (cuota, "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_payment_down ON cotizaciones (cuota DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_term ON cotizaciones ("plazoMeses", "createdAt", id) WHERE "isActive" AND NOT source_deleted;
CREATE INDEX cotizaciones_by_term_down ON cotizaciones ("plazoMeses" DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE "isActive" AND NOT source_deleted;
