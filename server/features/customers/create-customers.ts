import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Services } from '../../services.ts';
import { findAgencyChoices, type Choice } from '../../read-model/pages/choices.ts';
import { findPage } from '../../read-model/pages/page-query.ts';
import type { Page } from '../../read-model/read-model.ts';
import { bind } from '../../platform/bind.ts';
import { fragment, toQuery, trusted } from '../../platform/sql-fragment.ts';
import { exportCustomers } from './export-customers.ts';
import { CUSTOMER_SOURCE, customerConditions, customerRequest, readCustomerListQuery, type CustomerListQuery } from './list-query.ts';

/** No document store: the core system owns customers, and what cannot be reached cannot be written. */
export type CustomerServices = Pick<Services, 'liveSettings' | 'prisma' | 'sql'>;

/** Who asks; every verb takes it. */
export interface CustomerCall {
  actor: Staff;
}

export interface CustomerListRow {
  id: string;
  codigo: string;
  nombre: string;
  dpi: string;
  telefono: string;
  correo: string;
  /** YYYY-MM-DD or ''. */
  fechaAsociacion: string;
  estado: boolean;
  agencyName: string;
  createdAt: Date;
}

/** JSON for the browser. */
export type ListedCustomer = Omit<CustomerListRow, 'createdAt'> & { createdAt: string };
export type CustomerPage = Page<ListedCustomer> & { query: CustomerListQuery };
export type Customer = ListedCustomer & { updatedAt: string | null };

export type Customers = ReturnType<typeof createCustomers>;

/** Customers of the cooperative, to look up. Each verb checks the permission itself. */
export function createCustomers(services: CustomerServices) {
  return bind(services, { findCustomers, findListChoices, getCustomer, exportCustomers });
}

async function findListChoices({ prisma }: CustomerServices, { actor }: CustomerCall): Promise<{ agencies: Choice[] }> {
  requireMenu(actor, 'customers');
  return { agencies: await findAgencyChoices(prisma) };
}

/** One page; `params` is the list's address, read leniently. Errors: `forbidden`. */
async function findCustomers(
  { sql }: CustomerServices,
  { actor, params }: CustomerCall & { params: URLSearchParams },
): Promise<CustomerPage> {
  requireMenu(actor, 'customers');
  const query = readCustomerListQuery(params, actor.pageSize);
  const page = await findPage<CustomerListRow>(sql, CUSTOMER_SOURCE, customerRequest(query), customerConditions(query));
  return { ...page, query, rows: page.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}

/** Errors: `forbidden`, `not-found` (also for what was removed in the core system). */
async function getCustomer({ sql }: CustomerServices, { actor, id }: CustomerCall & { id: string }): Promise<Customer> {
  requireMenu(actor, 'customers');
  const statement =
    toQuery(fragment`SELECT ${trusted(CUSTOMER_SOURCE.select)}, t."updatedAt" FROM clientes t ${trusted(CUSTOMER_SOURCE.joins ?? '')}
    WHERE t.id = ${id.replaceAll('\0', '')} AND t."isActive" AND NOT t.source_deleted`);
  const { rows } = await sql.query<CustomerListRow & { updatedAt: Date | null }>(statement);
  const row = rows[0];
  if (!row) throw new AppError('not-found', 'customer not found', { userMessage: 'El asociado no existe o fue quitado del sistema.' });
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt?.toISOString() ?? null };
}
