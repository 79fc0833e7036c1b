import { readPackageCode } from '../../domain/package-code.ts';
import type { Staff } from '../../domain/permissions.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { allOf, fragment } from '../../platform/sql-fragment.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { StateCount } from '../../digitized/states.ts';
import { countPackages } from './find-packages.ts';
import { packageAccess } from './package-access.ts';
import { PACKAGES_RECEIVED, RECEIVED_STATES, type ReceivedRow } from './received-list.ts';
import type { Services } from '../../services.ts';

/** JSON for the browser. */
export type ListedReceived = Listed<ReceivedRow>;

export type ReceivedPage = ListPage<ReceivedRow> & { counts: StateCount[] };

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findReceivedPackages(services: Pick<Services, 'sql'>, call: ListCall): Promise<ReceivedPage> {
  return readForList(services, PACKAGES_RECEIVED, call, async (read) => {
    const counts = await countPackages(read, PACKAGES_RECEIVED, RECEIVED_STATES, call);
    return { ...(await readListPage(read, PACKAGES_RECEIVED, call)), counts };
  });
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
