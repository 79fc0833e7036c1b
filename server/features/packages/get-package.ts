import type { StoredDocument } from '../../documents/document-store.ts';
import { STEP_RULES, stepRefusal, type PackageStep } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { isVisible } from '../../digitized/access.ts';
import { readDocument } from '../../digitized/document-kind.ts';
import { genericColumns } from '../../read-model/field-readers.ts';
import { storedVersion } from '../../records/content-version.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { missingLines } from './copy-package.ts';
import { readLineDocuments, type Problems } from './draft-input.ts';
import { mayStep, requirePackages, requirePackageVisible, requireStep } from './package-access.ts';
import { PACKAGE_KIND, type PackageFacts } from './package-kind.ts';
import type { PackageLine } from './package-lines.ts';
import { readPackageNames, type PackageNames } from './package-names.ts';
import { readPackageValues, type PackageValues } from './package-values.ts';
import { checkSend } from './send-problems.ts';

/** A line as screens show it. */
export interface ShownLine extends PackageLine {
  typeName: string;
  categoryName: string;
  checkerName: string;
  /** The person may open its document. */
  opens: boolean;
}

/** Something that happened to a package. */
export interface PackageMoment {
  what: 'created' | 'sent' | 'accepted' | 'rejected' | 'cancelled' | 'seen';
  /** ISO text. */
  at: string;
  who: string;
}

/** One package; JSON for the browser. */
export interface PackageRecord extends Pick<
  PackageFacts,
  | 'code'
  | 'differencesSeenAt'
  | 'extras'
  | 'from'
  | 'from_agency'
  | 'id'
  | 'isActive'
  | 'rejectReason'
  | 'resolutionAt'
  | 'sendedAt'
  | 'status'
> {
  stateName: string;
  /** What the form of a draft holds. */
  values: PackageValues;
  /** Goes back with the form. */
  version: string;
  lines: ShownLine[];
  names: PackageNames;
  moments: PackageMoment[];
  /** How many lines and extra papers differ from what was sent, and how many lines did not arrive. */
  differences: number;
  missing: number;
  /** What the actor may do with it as it is now; the verbs check it again. */
  can: Record<PackageStep, boolean>;
}

export type SentPackageRecord = PackageRecord & {
  /** What keeps a draft of the actor from being sent, by control of its form. */
  problems: Problems;
};

/**
 * A package as its sender sees it, from the document store: what somebody has just done must be seen by the next who looks.
 * Errors: `forbidden`, `not-found`.
 */
export async function getSentPackage(services: Services, { actor, id }: Call & { id: string }): Promise<SentPackageRecord> {
  const stored = await readStored(services, actor, id);
  const facts = requirePackageVisible(actor, 'sender', stored);
  const record = await describePackage(services, actor, stored, facts);
  const problems = record.can.send ? (await checkSend(services, actor, facts, services.documents.digitalization)).problems : {};
  return { ...(record.status === 'SENT' ? withoutFindings(record) : record), problems };
}

/** What was found so far is its receiver's until they accept or reject it. */
function withoutFindings(record: PackageRecord): PackageRecord {
  const lines = record.lines.map((line): ShownLine => ({ ...line, ...NOT_LOOKED_AT }));
  return { ...record, lines, extras: [], differences: 0 };
}

const NOT_LOOKED_AT = { verdict: '', note: '', checkedBy: '', checkedAt: null, checkerName: '' } as const;

/** A package to be edited. Errors: `forbidden`, `not-found`, `conflict` with the present state. */
export async function getDraft(services: Services, { actor, id }: Call & { id: string }): Promise<PackageRecord> {
  const stored = await readStored(services, actor, id);
  return describePackage(services, actor, stored, requireStep(actor, 'save', stored));
}

async function readStored({ documents }: Services, actor: Staff, id: string): Promise<StoredDocument> {
  requirePackages(actor, 'sender');
  const stored = await documents.digitalization.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  return stored;
}

/** A package with names, for either side. The caller has asked whether it is visible. */
export async function describePackage(
  services: Services,
  actor: Staff,
  stored: StoredDocument,
  facts: PackageFacts,
): Promise<PackageRecord> {
  const { id, code, status, isActive, from, from_agency, sendedAt, resolutionAt, rejectReason, differencesSeenAt, extras } = facts;
  const { names, nameOf } = await readPackageNames(services, facts);
  const documents = await readLineDocuments(services.documents.digitalization, facts.detailOfPackage);
  return {
    id,
    code,
    status,
    isActive,
    from,
    from_agency,
    sendedAt,
    resolutionAt,
    rejectReason,
    differencesSeenAt,
    extras,
    names,
    stateName: nameOfState(status, actor.stateNames.packages),
    values: readPackageValues(stored.data),
    version: storedVersion(readPackageValues, stored.data),
    lines: facts.detailOfPackage.map((line) => {
      const document = documents.get(line.digitalizationId);
      return {
        ...line,
        typeName: nameOf('tipos_documento', line.documentId),
        categoryName: nameOf('categorias', line.categoryId),
        checkerName: nameOf('usuarios', line.checkedBy),
        opens: document !== undefined && isVisible(actor, readDocument(document.data)),
      };
    }),
    moments: momentsOf(stored, facts, names),
    differences: facts.difference_count,
    missing: missingLines(facts).length,
    can: allowedSteps(actor, facts),
  };
}

/** In the order in which they happened. */
function momentsOf(
  stored: StoredDocument,
  { status, isActive, sendedAt, resolutionAt, differencesSeenAt }: PackageFacts,
  { sender, resolver }: Pick<PackageNames, 'resolver' | 'sender'>,
): PackageMoment[] {
  const { createdAt, updatedAt } = genericColumns(stored);
  return [
    { what: 'created', at: createdAt, who: sender },
    ...(sendedAt ? [{ what: 'sent', at: sendedAt, who: sender } as const] : []),
    ...(resolutionAt ? [{ what: status === 'REJECTED' ? 'rejected' : 'accepted', at: resolutionAt, who: resolver } as const] : []),
    ...(differencesSeenAt ? [{ what: 'seen', at: differencesSeenAt, who: sender } as const] : []),
    // Nothing else is done to a draft that was given up.
    ...(isActive ? [] : [{ what: 'cancelled', at: updatedAt ?? createdAt, who: sender } as const]),
  ];
}

function allowedSteps(actor: Staff, facts: PackageFacts): Record<PackageStep, boolean> {
  const steps = Object.keys(STEP_RULES) as PackageStep[];
  return Object.fromEntries(steps.map((step) => [step, stepRefusal(step, facts) === null && mayStep(actor, step, facts)])) as Record<
    PackageStep,
    boolean
  >;
}
