import { AppError } from '../../domain/errors.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { shownTo } from '../../lists/list.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import type { Call, Services } from '../../services.ts';
import { bind } from '../../platform/bind.ts';
import { ownAgency } from '../../staff/own-agency.ts';
import { allOf, fragment, toQuery, trusted } from '../../platform/sql/sql-fragment.ts';
import { CUSTOMER_FIELDS, MASKED_FIELDS } from './customer.ts';
import { CUSTOMERS, type CustomerListRow } from './customer-list.ts';
import { customersProjection } from './customers.projection.ts';
import { customerReport } from './customer-report.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageUnder, type Opened } from '../../records/declared-record.ts';
import { AGENCIES, MEMBERS } from '../../read-model/pages/choices.ts';
import { selectOf } from '../../read-model/pages/page-source.ts';
import { findPages } from '../../records/targets.ts';
import { storeAuditTrail, recordAuditView } from '../../records/trail.ts';
import { feature } from '../feature.ts';

/** JSON for the browser. */
type ListedCustomer = Listed<CustomerListRow>;
type Customer = ListedCustomer & { agencyId: string; updatedAt: string | null };

export type Customers = ReturnType<typeof createCustomers>;

/** Customers of the cooperative, to look up. Each verb checks the permission itself. */
export function createCustomers(services: Services) {
  const { findPage, findChoices, exportRows } = listVerbs(CUSTOMERS);
  return bind(services, {
    findCustomers: findPage,
    findListChoices: findChoices,
    getCustomer: readCustomer,
    getUnmaskedField,
    exportCustomers: exportRows,
  });
}

type Revealed = (typeof MASKED_FIELDS)[number];
/** What the audit records of the click that shows one whole. */
const REVEALED = { dpi: 'memberDpiRead', telefono: 'memberPhoneRead' } as const satisfies Record<Revealed, string>;

/**
 * The whole value of a field that the record masks. Audited first, once an hour: if that fails, the value is not shown. Errors:
 * `forbidden`, `not-found`, and those of the document store.
 */
async function getUnmaskedField(services: Services, { field, ...call }: Call & { id: string; field: Revealed }): Promise<string> {
  const { actor, requestId, id } = call;
  const customer = await findCustomer(services, call);
  await storeAuditTrail(services, { act: REVEALED[field], actor, requestId, about: `clientes/${id}`, once: [] });
  return customer[field];
}

/** `getCustomer` with the page of the agency; audits who looked at whom, once an hour. */
async function readCustomer(services: Services, call: Call & { id: string }) {
  const customer = await getMaskedCustomer(services, call);
  await recordAuditView(services, { actor: call.actor, requestId: call.requestId, path: `clientes/${call.id}` });
  return { ...customer, pages: await findPages(services, call.actor, { agency: ['agencias', customer.agencyId] }) };
}

/** Masked, as it is shown without a click. */
async function getMaskedCustomer(services: Services, call: Call & { id: string }): Promise<Customer> {
  return shownTo(CUSTOMERS, call.actor)(await findCustomer(services, call));
}

/** Errors: `forbidden`, `not-found` (also for what was removed in the core system). */
async function findCustomer({ sql }: Services, { actor, id }: Call & { id: string }): Promise<Customer> {
  requireMenu(actor, 'customers');
  const { joins = '' } = CUSTOMERS.source;
  const statement =
    toQuery(fragment`SELECT ${selectOf(CUSTOMERS.source)}, t.agencia AS "agencyId", t."updatedAt", ${allOf(ownAgency(actor))} AS visible FROM clientes t ${trusted(joins)}
    WHERE t.id = ${id.replaceAll('\0', '')} AND t."isActive" AND NOT t.source_deleted`);
  const { rows } = await sql.query<CustomerListRow & { agencyId: string; updatedAt: Date | null; visible: boolean }>(statement);
  const [found] = rows;
  if (!found?.visible)
    throw new AppError('not-found', 'customer not found', {
      userMessage: 'El asociado no existe o fue quitado del sistema.',
      ...(found && { sought: `clientes/${found.id}` }),
    });
  const { visible: _isThere, ...row } = found;
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt?.toISOString() ?? null };
}

/** Errors: `forbidden`, `not-found`. */
async function openCustomer(services: Services, call: Call & { id: string }): Promise<Opened> {
  const { nombre, codigo } = await getMaskedCustomer(services, call);
  return {
    href: `${CUSTOMERS.url}/${encodeURIComponent(call.id)}`,
    name: `el asociado «${nombre || codigo || call.id}»`,
    menu: 'customers',
  };
}

export const customers = feature({
  records: {
    clientes: {
      noun: CUSTOMERS.noun,
      page: pageUnder(CUSTOMERS),
      names: MEMBERS,
      fields: CUSTOMER_FIELDS,
      open: openCustomer,
      looked: 'memberRead',
      seen: ownAgency,
      masked: MASKED_FIELDS,
      notesIn: 'main',
    },
  },
  verbs: { customers: createCustomers },
  projections: [customersProjection],
  lists: [declareList(CUSTOMERS, { holdsMembers: true })],
  linkedRows: [{ of: AGENCIES.table, list: CUSTOMERS, params: (agencia) => ({ agencia }) }],
  reports: [customerReport],
});
