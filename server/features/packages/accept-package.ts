import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ARRIVED, STEP_RULES } from '../../domain/package-states.ts';
import { countOf } from '../../domain/text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { actOnRecords } from '../../records/act-on-records.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
import { requirePackages } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';
import { readLines, type PackageLine } from './package-lines.ts';
import { planCreation } from './plan-creation.ts';
import { planReassignment } from './plan-reassignment.ts';
import type { Acceptance } from './acceptance.ts';
import { receiptChanges, type TypedReceipt } from './receipt.ts';
import { requireReceiver } from './require-receiver.ts';

export interface AcceptCall extends Call {
  id: string;
  /** What the form says of the lines besides: noted first. */
  receipt: TypedReceipt;
  formToken: string;
}

/**
 * Takes over a sent package of which every line has a verdict (specification section 4), in one transaction: what arrived goes to the
 * person for whom it is meant, or to who accepts. Of papers (needReassign false) a document each is made, whose id follows from package
 * and line; existing documents get their new holder. Documents that did not arrive stay with who had them, free of the package.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state and who resolved it, `invalid-input` saying how many lines lack a
 * verdict, or naming person and type where the new holder may not view it.
 */
export async function acceptPackage(services: PackagesServices, call: AcceptCall): Promise<void> {
  const { actor, requestId, id, receipt, formToken } = call;
  requirePackages(actor, 'receiver');
  const at = new Date();
  let acceptance: Acceptance = { changes: {}, writes: [] };
  await actOnRecords(services, PACKAGE_KIND, {
    ...{ actor, requestId, ids: [id], formToken },
    action: AUDIT_ACTIONS.packageReceived,
    words: ['accept'],
    async requireAll(records, reader) {
      for (const record of records) {
        const facts = await requireReceiver(services, actor, 'accept', record);
        const noted = receiptChanges(record.data, receipt, actor.id, at);
        const data = { ...record.data, ...noted };
        const lines = readLines(data);
        requireVerdicts(lines);
        const arrived = lines.filter(({ verdict }) => ARRIVED.includes(verdict));
        const accepted = { facts, data, lines, arrived, acting: { actor, requestId } };
        const plan = await (facts.needReassign ? planReassignment : planCreation)(services, reader, accepted);
        const resolved = { status: STEP_RULES.accept.to, resolutionAt: at, resolvedBy: actor.id };
        acceptance = { changes: { ...noted, ...plan.changes, ...resolved }, writes: plan.writes };
      }
    },
    changes: () => acceptance.changes,
    also: (tx) => acceptance.writes.map((write) => write(tx)),
  });
}

function requireVerdicts(lines: readonly PackageLine[]): void {
  const open = lines.filter(({ verdict }) => verdict === '').length;
  if (open === 0) return;
  throw invalidFields({ verdicts: [`Falta revisar ${countOf(open, 'línea', 'líneas')} de ${lines.length}.`] }, 'problems');
}
