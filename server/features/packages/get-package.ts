import { PACKAGE_STEPS, STEP_RULES, stepRefusal, unreadLinesText, type PackageStep } from '../../domain/package-states.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { canSee } from '../../domain/document-permissions.ts';
import { readDocument } from '../../digitized/document-kind.ts';
import { findNames, type Names } from '../../digitized/names.ts';
import { storedVersion } from '../../records/content-version.ts';
import { findPages } from '../../records/targets.ts';
import type { Call, Services } from '../../services.ts';
import { readLineDocuments } from './carried-documents.ts';
import { missingLines } from './drafts.ts';
import { getVisiblePackage, isBeingChecked, mayStep, requireStep } from './package-access.ts';
import { readPackageValues, seenBySender, type PackageFacts, type PackageLine, type PackageValues } from './package.ts';
import type { Problems } from './read-draft.ts';
import { checkSend } from './send-package.ts';

type PackageCall = Call & { id: string };

/** A line as screens show it. */
export type ShownLine = PackageLine & {
  typeName: string;
  categoryName: string;
  checkerName: string;
  /** Whether the person may open its document. */
  opens: boolean;
};

/** One package; JSON for the browser. */
export type PackageRecord = Omit<PackageFacts, 'detailOfPackage'> & {
  stateName: string;
  lines: ShownLine[];
  names: PackageNames;
  /** Addresses of their pages; null where the actor may not open one. */
  pages: Record<'agency' | 'fromAgency' | 'person' | 'sender', string | null>;
  /** How many lines did not arrive. */
  missing: number;
  /** What the actor may do with it as it is now; the verbs check it again. */
  can: Record<PackageStep, boolean>;
  /** Why it offers no steps that the actor could otherwise take from this side; '' if nothing is in the way. */
  unread: string;
};

export type SentPackageRecord = PackageRecord & {
  /** Why a draft of the actor cannot be sent yet, by control of its form. */
  problems: Problems;
};

/** A package to be edited. */
export interface Draft extends Pick<PackageFacts, 'code' | 'id'> {
  values: PackageValues;
  /** Goes back with the form. */
  version: string;
}

/**
 * A package as its sender sees it, read from the document store so that a step just taken shows at once. What the receiver has noted is
 * hidden until they accept or reject it. Errors: `forbidden`, `not-found`.
 */
export async function getSentPackage(services: Services, { actor, id }: PackageCall): Promise<SentPackageRecord> {
  const { facts } = await getVisiblePackage(services, { actor, id, side: 'sender' });
  const record = await describePackage(services, actor, seenBySender(facts), 'sender');
  const problems = record.can.send ? (await checkSend(services, actor, facts, services.documents.digitalization)).problems : {};
  return { ...record, problems, can: { ...record.can, withdraw: record.can.withdraw && !isBeingChecked(facts) } };
}

/** A package as its receiver sees it, from the document store too. Errors: `forbidden`, `not-found`. */
export async function getReceivedPackage(services: Services, { actor, id }: PackageCall): Promise<PackageRecord> {
  const { facts } = await getVisiblePackage(services, { actor, id, side: 'receiver' });
  return describePackage(services, actor, facts, 'receiver');
}

/**
 * @param call `isGivenBack`: for a form that comes back after the package was sent, so that what was typed is not lost
 * Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function getDraft(
  services: Services,
  { actor, id, isGivenBack = false }: PackageCall & { isGivenBack?: boolean },
): Promise<Draft> {
  const { stored, facts } = await getVisiblePackage(services, { actor, id, side: 'sender' });
  if (!isGivenBack || !mayStep(actor, 'save', facts)) requireStep(actor, 'save', stored);
  return { id, code: facts.code, values: readPackageValues(stored.data), version: storedVersion(readPackageValues, stored.data) };
}

async function describePackage(
  services: Services,
  actor: Staff,
  { detailOfPackage, ...facts }: PackageFacts,
  side: 'receiver' | 'sender',
): Promise<PackageRecord> {
  const stopped = PACKAGE_STEPS.filter(
    (step) => STEP_RULES[step].who === side && stepRefusal(step, facts) === 'lines' && mayStep(actor, step, facts),
  );
  const { names, nameOf } = await readPackageNames(services, { ...facts, detailOfPackage });
  const documents = await readLineDocuments(services.documents.digitalization, detailOfPackage);
  const opensDocuments = canOpen(actor, 'digitalization-documents');
  const opened = new Set(documents.filter(({ data }) => opensDocuments && canSee(actor, readDocument(data))).map(({ id }) => id));
  return {
    ...facts,
    names,
    pages: await findPages(services, actor, {
      agency: ['agencias', facts.agencyId],
      fromAgency: ['agencias', facts.from_agency],
      person: ['usuarios', facts.userAssign],
      sender: ['usuarios', facts.from],
    }),
    stateName: nameOfState(facts.status, actor.stateNames.packages),
    lines: detailOfPackage.map((line) => ({
      ...line,
      typeName: nameOf('tipos_documento', line.documentId),
      categoryName: nameOf('categorias', line.categoryId),
      checkerName: nameOf('usuarios', line.checkedBy),
      opens: opened.has(line.digitalizationId),
    })),
    missing: missingLines({ ...facts, detailOfPackage }).length,
    can: allowedSteps(actor, facts),
    unread: stopped.length === 0 ? '' : unreadLinesText(facts.code, stopped),
  };
}

function allowedSteps(actor: Staff, facts: Omit<PackageFacts, 'detailOfPackage'>): Record<PackageStep, boolean> {
  const steps = Object.keys(STEP_RULES) as PackageStep[];
  return Object.fromEntries(steps.map((step) => [step, stepRefusal(step, facts) === null && mayStep(actor, step, facts)])) as Record<
    PackageStep,
    boolean
  >;
}

/** Names of what a package refers to by id; the id itself if the record is gone. */
export interface PackageNames {
  /** Destination. */
  agency: string;
  fromAgency: string;
  /** For whom it is meant, '' for anybody of the agency. */
  person: string;
  sender: string;
  /** Who accepted or rejected it. */
  resolver: string;
  /** Agency to which it was on its way when it was withdrawn; '' if it never was. */
  withdrawnFrom: string;
}

/** @returns `nameOf` also for types, categories and people of its lines */
export async function readPackageNames(
  services: Pick<Services, 'sql'>,
  { agencyId, from_agency, userAssign, from, resolvedBy, withdrawnFrom, detailOfPackage: lines }: PackageFacts,
): Promise<{ names: PackageNames; nameOf: Names['of'] }> {
  const { of: nameOf } = await findNames(services, {
    agencias: [agencyId, from_agency, withdrawnFrom],
    usuarios: [userAssign, from, resolvedBy, ...lines.map(({ checkedBy }) => checkedBy)],
    tipos_documento: lines.map(({ documentId }) => documentId),
    categorias: lines.map(({ categoryId }) => categoryId),
  });
  const names = {
    agency: nameOf('agencias', agencyId),
    fromAgency: nameOf('agencias', from_agency),
    person: nameOf('usuarios', userAssign),
    sender: nameOf('usuarios', from),
    resolver: nameOf('usuarios', resolvedBy),
    withdrawnFrom: nameOf('agencias', withdrawnFrom),
  };
  return { names, nameOf };
}
