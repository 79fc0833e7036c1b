import { findHolderCandidates } from '../../digitized/find-holder-candidates.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { menuHref } from '../../domain/menu.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { alertsOfActs, readNamedRecord, type AlertSource } from '../../records/alert-source.ts';
import type { Opened } from '../../records/declared-record.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Services } from '../../services.ts';
import { isPackageVisible } from './package-access.ts';
import { PACKAGE_KIND, packageMissing, readPackage, type PackageFacts } from './package.ts';

/** Opens the package on the person's own side: as sender if they sent it, otherwise as receiver. Errors: `not-found`. */
export async function openPackage({ documents }: Services, { actor, id }: { actor: Staff; id: string }): Promise<Opened> {
  const stored = await documents.digitalization.get(pathOf(PACKAGE_KIND, id));
  const facts = stored && readPackage(stored);
  const sides = facts?.from === actor.id ? (['sender', 'receiver'] as const) : (['receiver', 'sender'] as const);
  const side = sides.find((one) => facts && canOpen(actor, LISTS[one].menu) && isPackageVisible(actor, one, facts));
  if (!facts || !side) throw packageMissing(id);
  return { href: `${LISTS[side].url}/${encodeURIComponent(id)}`, name: `el paquete ${facts.code}`, menu: LISTS[side].menu };
}

const LISTS = {
  sender: { menu: 'packages-sent', url: menuHref('packages-sent') },
  receiver: { menu: 'packages-received', url: menuHref('packages-received') },
} as const;

/** The package as it is now: one withdrawn meanwhile has no receiver. */
async function readCurrentPackage({ documents }: Services, path: string): Promise<PackageFacts | null> {
  const stored = await readNamedRecord(documents.digitalization, path);
  return stored && readPackage(stored);
}

/** The person to whom it is addressed, else everybody at the agency who receives packages. */
async function receiversOf(services: Services, facts: PackageFacts): Promise<string[]> {
  const { status, agencyId, userAssign } = facts;
  if (status !== 'SENT' || agencyId === '') return [];
  if (userAssign !== '') return [userAssign];
  const people = await findHolderCandidates(services, { types: [], menus: ['packages-received'], agencyId });
  return people.filter(({ works }) => works).map(({ id }) => id);
}

const toSender = async (services: Services, { path }: { path: string }) => {
  const facts = await readCurrentPackage(services, path);
  return { to: facts ? [facts.from] : [] };
};

export const PACKAGE_ALERTS: readonly AlertSource[] = [
  alertsOfActs({
    kind: 'arrived',
    many: {
      collection: PACKAGE_KIND.collection,
      menu: LISTS.receiver.menu,
      params: ({ agencyId }) => [...(agencyId === '' ? [] : [['agencyId', agencyId] satisfies [string, string]]), ['status', 'SENT']],
    },
    actions: [AUDIT_ACTIONS.packageSent],
    findRecipients: async (services, { path }) => {
      const facts = await readCurrentPackage(services, path);
      return { to: facts ? await receiversOf(services, facts) : [] };
    },
  }),
  alertsOfActs({ kind: 'received', actions: [AUDIT_ACTIONS.packageReceived], findRecipients: toSender }),
  alertsOfActs({ kind: 'returned', actions: [AUDIT_ACTIONS.packageRejected], findRecipients: toSender }),
];
