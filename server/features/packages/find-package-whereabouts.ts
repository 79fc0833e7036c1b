import { isDocumentId } from '../../documents/document-id.ts';
import { formatDateLong } from '../../domain/dates.ts';
import { menuHref } from '../../domain/menu.ts';
import { nameOfState } from '../../domain/state-names.ts';
import type { Answer } from '../../lists/search-hits.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { isPackageVisible, requirePackages, type PackageSide } from './package-access.ts';
import { PACKAGE_KIND, readPackage, type PackageFacts } from './package-kind.ts';
import { readPackageNames, type PackageNames } from './package-names.ts';

type WhereaboutsCall = Call & { ids: readonly string[] };

/** Where packages are, in one line each: of those that the person sent. Errors: `forbidden`. */
export function findSentWhereabouts(services: Services, call: WhereaboutsCall): Promise<Answer[]> {
  return findWhereabouts(services, call, 'sender');
}

/** Of packages that came to the person's agency. Errors: `forbidden`. */
export function findReceivedWhereabouts(services: Services, call: WhereaboutsCall): Promise<Answer[]> {
  return findWhereabouts(services, call, 'receiver');
}

/** In the order of the ids; of others nothing. */
async function findWhereabouts(services: Services, { actor, ids }: WhereaboutsCall, side: PackageSide): Promise<Answer[]> {
  requirePackages(actor, side);
  const found = await services.documents.digitalization.getMany(ids.filter(isDocumentId).map((id) => pathOf(PACKAGE_KIND, id)));
  const visible = found.flatMap((stored) => (stored ? [readPackage(stored)] : [])).filter((facts) => isPackageVisible(actor, side, facts));
  const list = menuHref(side === 'sender' ? 'packages-sent' : 'packages-received');
  return Promise.all(
    visible.map(async (facts) => ({
      title: `Paquete ${facts.code}`,
      detail: whereaboutsText(facts, (await readPackageNames(services, facts)).names, nameOfState(facts.status, actor.stateNames.packages)),
      href: `${list}/${encodeURIComponent(facts.id)}`,
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
