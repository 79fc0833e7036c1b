import { isDocumentId } from '../../platform/document-id.ts';
import { formatDateLong } from '../../domain/dates.ts';
import { readPackageCode } from '../../domain/package-code.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { countedStates, stateTabs, type StateCount, type States } from '../../digitized/states.ts';
import { countByColumn, withoutFilter } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { planListQuery, readFilters, type List, type ListCall } from '../../lists/list.ts';
import type { Answer } from '../../lists/search-hits.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import { readForScreen, type Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { readPackageNames, type PackageNames } from './get-package.ts';
import { isPackageVisible, packageAccess, requirePackages, type PackageSide } from './package-access.ts';
import {
  DAYS_IN_TRANSIT,
  IS_LATE,
  PACKAGE_STATE_FILTER,
  PACKAGES_RECEIVED,
  PACKAGES_SENT,
  RECEIVED_STATES,
  SENT_STATES,
  type PackageListRow,
  type ReceivedRow,
} from './package-lists.ts';
import { PACKAGE_KIND, readPackage, type PackageFacts } from './package.ts';

/** JSON for the browser. */
export type ListedPackage = Listed<PackageListRow>;
export type ListedReceived = Listed<ReceivedRow>;

type PackagePage<Row> = ListPage<Row> & { counts: StateCount[] };

/** Errors: `forbidden`. */
export function findSentPackages(services: Pick<Services, 'sql'>, call: ListCall): Promise<PackagePage<PackageListRow>> {
  return readForList(services, PACKAGES_SENT, call, (read) => readPage(read, PACKAGES_SENT, SENT_STATES, call));
}

/** A package that will not arrive, because its sender took it back; JSON for the browser. */
export interface WithdrawnPackage {
  id: string;
  code: string;
  senderName: string;
  fromName: string;
  /** ISO text. */
  withdrawnAt: string;
}

/** Adds packages on their way to the person's agency that were recently taken back. Errors: `forbidden`. */
export function findReceivedPackages(
  services: Pick<Services, 'sql'>,
  call: ListCall,
): Promise<PackagePage<ReceivedRow> & { withdrawn: WithdrawnPackage[] }> {
  return readForList(services, PACKAGES_RECEIVED, call, async (read) => ({
    ...(await readPage(read, PACKAGES_RECEIVED, RECEIVED_STATES, call)),
    withdrawn: await readWithdrawn(read, call.actor),
  }));
}

/** Withdrawn packages are shown for so many days, and at most so many: whoever waits for one looks every day. */
const WITHDRAWN_SHOWN_DAYS = 7;
const WITHDRAWN_SHOWN_MAX = 5;

/** A package that was sent to the same agency again is left out: it is under way like any other. */
async function readWithdrawn(read: Read, { agencyId }: Staff): Promise<WithdrawnPackage[]> {
  if (agencyId === '') return [];
  const rows = await read<Omit<WithdrawnPackage, 'withdrawnAt'> & { withdrawnAt: Date }>(
    fragment`SELECT t.id, t.code, coalesce(nullif(s.name, ''), t."from") AS "senderName", coalesce(nullif(o.nombre, ''), t.from_agency) AS "fromName", t."withdrawnAt"
      FROM packages t LEFT JOIN usuarios s ON s.id = t."from" LEFT JOIN agencias o ON o.id = t.from_agency
      WHERE NOT t.source_deleted AND t."withdrawnFrom" = ${agencyId} AND t."withdrawnAt" > now() - make_interval(days => ${WITHDRAWN_SHOWN_DAYS}::int)
        AND (t.status = 'ENTERED' OR t."agencyId" <> t."withdrawnFrom")
      ORDER BY t."withdrawnAt" DESC, t.id LIMIT ${WITHDRAWN_SHOWN_MAX}`,
  );
  return rows.map(({ withdrawnAt, ...row }) => ({ ...row, withdrawnAt: withdrawnAt.toISOString() }));
}

/** One page and the counts of the tabs, from one snapshot. Packages are thousands, not millions: the counts are exact. */
async function readPage<Row extends PackageListRow>(
  read: Read,
  list: List<Row>,
  states: States,
  call: ListCall,
): Promise<PackagePage<Row>> {
  const names = call.actor.stateNames.packages;
  const counts = await countByColumn(
    read,
    planListQuery(withoutFilter(list, PACKAGE_STATE_FILTER), call).plan,
    countedStates(states, names),
  );
  const chosen = readFilters(list, call.params)['status'];
  return { ...(await readListPage(read, list, call)), counts: stateTabs(states, counts, { names, chosen }) };
}

/**
 * Ids of the packages that a scanned or typed code names, among those that the person may receive: one, unless two share a code (037);
 * none for a text that is no code. Errors: `forbidden`.
 */
export function findReceivedByCode(services: Pick<Services, 'sql'>, { actor, code }: { actor: Staff; code: string }): Promise<string[]> {
  const wanted = readPackageCode(code);
  return readForList(services, PACKAGES_RECEIVED, { actor }, async (read) => {
    if (wanted === null) return [];
    const where = allOf([presentRows('active'), ...packageAccess(actor, 'receiver'), fragment`t.code = ${wanted}`]);
    const rows = await read<{ id: string }>(fragment`SELECT t.id FROM packages t WHERE ${where} LIMIT 2`);
    return rows.map(({ id }) => id);
  });
}

/** Packages under way from one agency to another; JSON for the browser. */
export interface TransitPair {
  fromId: string;
  fromName: string;
  toId: string;
  toName: string;
  count: number;
  lineCount: number;
  /** Under way for longer than LATE_AFTER_DAYS. */
  lateCount: number;
  /** The one that was sent first. */
  oldest: { id: string; code: string; sentAt: string | null; days: number };
}

/** Agencies are few; nobody could read a board of more pairs. */
const PAIRS_MAX = 2_000;

/**
 * What is under way, by pair of agencies, the longest under way first: administrators see all, others what leaves their agency and
 * what comes to it. Errors: `forbidden`.
 */
export async function findTransit({ sql }: Pick<Services, 'sql'>, { actor }: Call): Promise<TransitPair[]> {
  requireMenu(actor, 'packages-received');
  const mine = fragment`(${actor.agencyId} <> '' AND ${actor.agencyId} IN (t.from_agency, t."agencyId"))`;
  const where: SqlFragment[] = [presentRows('active'), fragment`t.status = 'SENT'`, ...(actor.role === ADMIN_ROLE ? [] : [mine])];
  return readForScreen(sql, (read) =>
    read<TransitPair & Record<string, unknown>>(
      fragment`WITH moving AS (SELECT t.id, t.code, t.from_agency, t."agencyId", t.line_count, t."sendedAt",
          ${trusted(DAYS_IN_TRANSIT)} AS days, (${IS_LATE}) AS late
        FROM packages t WHERE ${allOf(where)})
      SELECT m.from_agency AS "fromId", coalesce(nullif(o.nombre, ''), m.from_agency) AS "fromName",
        m."agencyId" AS "toId", coalesce(nullif(d.nombre, ''), m."agencyId") AS "toName",
        count(*)::int AS count, sum(m.line_count)::int AS "lineCount", count(*) FILTER (WHERE m.late)::int AS "lateCount",
        (array_agg(jsonb_build_object('id', m.id, 'code', m.code, 'sentAt', m."sendedAt", 'days', m.days)
          ORDER BY m."sendedAt" NULLS LAST, m.id))[1] AS oldest
      FROM moving m LEFT JOIN agencias o ON o.id = m.from_agency LEFT JOIN agencias d ON d.id = m."agencyId"
      GROUP BY m.from_agency, o.nombre, m."agencyId", d.nombre
      ORDER BY max(m.days) DESC, count(*) DESC, "fromName", "toName" LIMIT ${PAIRS_MAX}`,
    ),
  );
}

type WhereaboutsCall = Call & { ids: readonly string[]; q?: string };

/** Where the packages that the person sent are, in one line each. Errors: `forbidden`. */
export function findSentWhereabouts(services: Services, call: WhereaboutsCall): Promise<Answer[]> {
  return findWhereabouts(services, call, 'sender');
}

/** The same for packages that came to the person's agency. Errors: `forbidden`. */
export function findReceivedWhereabouts(services: Services, call: WhereaboutsCall): Promise<Answer[]> {
  return findWhereabouts(services, call, 'receiver');
}

/** In the order of `ids`, without packages that the person may not see. `q` must be their code: nothing else names a package. */
async function findWhereabouts(services: Services, { actor, ids, q = '' }: WhereaboutsCall, side: PackageSide): Promise<Answer[]> {
  requirePackages(actor, side);
  if (q !== '' && readPackageCode(q) === null) return [];
  const found = await services.documents.digitalization.getMany(ids.filter(isDocumentId).map((id) => pathOf(PACKAGE_KIND, id)));
  const visible = found.flatMap((stored) => (stored ? [readPackage(stored)] : [])).filter((facts) => isPackageVisible(actor, side, facts));
  const { url } = side === 'sender' ? PACKAGES_SENT : PACKAGES_RECEIVED;
  return Promise.all(
    visible.map(async (facts) => ({
      title: `Paquete ${facts.code}`,
      detail: whereaboutsText(facts, (await readPackageNames(services, facts)).names, nameOfState(facts.status, actor.stateNames.packages)),
      href: `${url}/${encodeURIComponent(facts.id)}`,
    })),
  );
}

function whereaboutsText(
  { status, isActive, sendedAt, resolutionAt }: PackageFacts,
  { agency, resolver }: PackageNames,
  stateName: string,
): string {
  const on = (at: string | null, word: string) => (at === null ? '' : ` ${word} ${formatDateLong(at)}`);
  if (!isActive) return 'Se anuló sin enviarlo.';
  switch (status) {
    case 'ENTERED':
      return agency === '' ? 'Sin enviar.' : `Sin enviar, para ${agency}.`;
    case 'SENT':
      return `En camino a ${agency}${on(sendedAt, 'desde el')}.`;
    case 'ACCEPTED':
      return `En ${agency}: lo aceptó ${resolver}${on(resolutionAt, 'el')}.`;
    case 'REJECTED':
      return `Lo rechazó ${resolver} en ${agency}${on(resolutionAt, 'el')}.`;
    default:
      return `En el estado «${stateName}».`;
  }
}
