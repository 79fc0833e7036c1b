import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { screenProblem } from '../../digitized/find-holder-candidates.ts';
import { viewProblem } from '../../digitized/view-problem.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { may, requireAct, type Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { act, each, type Decision } from '../../records/act.ts';
import type { WorkKind } from '../../lists/assigned-work.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { RECEPTION } from './find-choices.ts';
import { requirePackageState } from './package-access.ts';
import { PACKAGE_KIND, readPackage, RECEIVED_KIND, type PackageFacts } from './package.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from './package-lists.ts';
import type { Services } from '../../services.ts';

/** Whoever a package is handed to, its lines are not written: those that the portal cannot read are no obstacle. */
const LINES_STAY = { hasUnreadLines: false };

/** Drafts pass to the next person, who must have the screen to continue them, and who sends them with their own permissions. */
export const HELD_DRAFTS: WorkKind = {
  id: 'drafts',
  list: PACKAGES_SENT,
  how: 'sin enviar',
  params: (enviadoPor) => ({ enviadoPor, status: 'ENTERED' }),
  needsScreen: true,
  admit: (actor) => requireAct(actor, PACKAGE_KIND.menu, 'change'),
  async handOver(services, { from, to, ...call }) {
    const next = await loadStaff(services, { uid: to, sessionId: '' });
    const screen = next ? screenProblem(next, PACKAGES_SENT.menu) : 'está desactivado';
    if (screen !== '') {
      const sentence = `${next?.name || next?.email || to} ${screen} y no podría seguir con los paquetes sin enviar. Elija a otra persona.`;
      throw invalidFields({ userId: [sentence] }, 'problems');
    }
    const target = { ...call, action: AUDIT_ACTIONS.packageUpdated, words: ['hand-over', from, to] };
    await act(
      services,
      PACKAGE_KIND,
      target,
      each((record) => {
        const facts = readPackage(record);
        if (facts.from !== from) return null;
        requirePackageState(call.actor, 'save', { ...facts, ...LINES_STAY });
        return { changes: { from: to } };
      }),
    );
    return [];
  },
};

/**
 * Packages under way that are addressed to somebody are addressed to the next person instead, or to nobody in particular when that one is
 * of another agency or receives no packages.
 */
export const PACKAGES_TO_RECEIVE: WorkKind = {
  id: 'to-receive',
  list: PACKAGES_RECEIVED,
  how: 'por recibir',
  params: (userAssign) => ({ userAssign, status: 'SENT' }),
  admit: (actor) => requireAct(actor, RECEIVED_KIND.menu, 'change'),
  async handOver(services, { from, to, ...call }) {
    const next = await loadStaff(services, { uid: to, sessionId: '' });
    const decide = async (record: StoredDocument): Promise<Decision | null> => {
      const facts = readPackage(record);
      if (facts.userAssign !== from) return null;
      requirePackageState(call.actor, 'accept', { ...facts, ...LINES_STAY });
      if (!next || !isOfAgency(next, facts) || !may(next, RECEPTION, 'change')) return { changes: { userAssign: '' } };
      await requireViews(services, next, facts);
      return { changes: { userAssign: next.id } };
    };
    const target = { ...call, action: AUDIT_ACTIONS.packageUpdated, words: ['hand-over', from, to] };
    await act(services, RECEIVED_KIND, target, each(decide));
    return [];
  },
};

function isOfAgency(person: Staff, { agencyId }: PackageFacts): boolean {
  return person.agencyId === agencyId;
}

/**
 * Checks papers only: existing documents have types of their own, which are checked when the package is accepted. Errors: `invalid-input`.
 */
async function requireViews(services: Services, person: Staff, { needReassign, detailOfPackage, code }: PackageFacts): Promise<void> {
  if (needReassign) return;
  const problem = await viewProblem(
    services,
    person,
    detailOfPackage.filter(({ documentId }) => isDocumentId(documentId)),
  );
  if (problem) throw invalidFields({ userId: [`${problem}, que van en el paquete ${code}.`] }, 'problems');
}
