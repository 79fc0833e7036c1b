import { nameOfState, type StateName } from './state-names.ts';
import { countOf } from './text.ts';

/** States of a package (docs/specification.md section 4), in the order of its life. */
export const PACKAGE_STATES = ['ENTERED', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** Filter value for packages in a state that the portal does not know. */
export const OTHER_PACKAGE_STATES = 'OTHERS';

/**
 * What people do with a package. `withdraw` makes a draft again of what nobody looked at yet; `check` notes what arrived of it; `seen` says that its
 * sender knows of the differences.
 */
export const PACKAGE_STEPS = ['save', 'send', 'cancel', 'withdraw', 'check', 'accept', 'reject', 'seen'] as const;
export type PackageStep = (typeof PACKAGE_STEPS)[number];

interface StepRule {
  /** `sender`: who began it, nobody else. `receiver`: whoever receives for its agency, and administrators. */
  who: 'sender' | 'receiver';
  from: readonly PackageState[];
  /** null: the state stays. */
  to: PackageState | null;
}

/** What steps a package takes (docs/decisions/037-packages.md). Everything that is not here is refused: a sent package is never edited. */
export const STEP_RULES: Readonly<Record<PackageStep, StepRule>> = {
  save: { who: 'sender', from: ['ENTERED'], to: null },
  send: { who: 'sender', from: ['ENTERED'], to: 'SENT' },
  cancel: { who: 'sender', from: ['ENTERED'], to: null },
  withdraw: { who: 'sender', from: ['SENT'], to: 'ENTERED' },
  check: { who: 'receiver', from: ['SENT'], to: null },
  accept: { who: 'receiver', from: ['SENT'], to: 'ACCEPTED' },
  reject: { who: 'receiver', from: ['SENT'], to: 'REJECTED' },
  seen: { who: 'sender', from: ['ACCEPTED', 'REJECTED'], to: null },
};

/** A package as far as its states matter. */
export interface StatedPackage {
  /** As stored. */
  status: string;
  /** False once it was cancelled. */
  isActive: boolean;
}

export type StepRefusal = 'state' | 'cancelled';

export function isPackageState(status: string): status is PackageState {
  return PACKAGE_STATES.some((state) => state === status);
}

/** Why a step is not done with a package as it is now, whoever asks; null when it is. */
export function stepRefusal(step: PackageStep, { status, isActive }: StatedPackage): StepRefusal | null {
  if (!isActive) return 'cancelled';
  return STEP_RULES[step].from.some((state) => state === status) ? null : 'state';
}

/** Whether a save that asks for this state sends the package (docs/specification.md section 4): any but that of a draft does. */
export function sendsBySaving(status: string): boolean {
  return status !== '' && status !== 'ENTERED';
}

/** What the states are called until the constants `packageStatus` say otherwise; other words are for what they are called now (Staff). */
export const PACKAGE_STATE_LABELS: Readonly<Record<PackageState, string>> = {
  ENTERED: 'Ingresado',
  SENT: 'Enviado',
  ACCEPTED: 'Aceptado',
  REJECTED: 'Rechazado',
};

/** Tabs of those words, for senders and for receivers; receivers have no tab of drafts, because they never see those of others. */
export const PACKAGE_STATE_PLURALS: Readonly<Record<PackageState, string>> = {
  ENTERED: 'Ingresados',
  SENT: 'Enviados',
  ACCEPTED: 'Aceptados',
  REJECTED: 'Rechazados',
};
export const RECEIVED_STATE_PLURALS = { SENT: 'Por recibir', ACCEPTED: 'Aceptados', REJECTED: 'Rechazados' } as const;

const INFINITIVES: Readonly<Record<PackageStep, string>> = {
  save: 'cambiar',
  send: 'enviar',
  cancel: 'anular',
  withdraw: 'retirar',
  check: 'revisar',
  accept: 'aceptar',
  reject: 'rechazar',
  seen: 'dar por vistas sus diferencias',
};

/** What a refused step says, with what the package is now. */
export function stepRefusalText(
  refusal: StepRefusal,
  step: PackageStep,
  { code, status }: { code: string; status: string },
  names: readonly StateName[],
): string {
  const cannot = `no se puede ${INFINITIVES[step]}`;
  if (refusal === 'cancelled') return `El paquete ${code} está anulado: ${cannot}.`;
  return `El paquete ${code} está en el estado «${nameOfState(status, names)}»: ${cannot}.`;
}

/** What was found of a line on receipt; '' before anybody looked. */
export const VERDICTS = ['RECEIVED', 'MISSING', 'DAMAGED', 'MISMATCH'] as const;
export type Verdict = (typeof VERDICTS)[number] | '';

/** Lines with these count as received: a damaged paper is there. */
export const ARRIVED: readonly Verdict[] = ['RECEIVED', 'DAMAGED'];
/** Of these the sender is told. */
export const DIFFERENCES: readonly Verdict[] = ['MISSING', 'DAMAGED', 'MISMATCH'];

export const VERDICT_LABELS: Readonly<Record<Exclude<Verdict, ''>, string>> = {
  RECEIVED: 'Recibido',
  MISSING: 'Faltante',
  DAMAGED: 'Dañado',
  MISMATCH: 'No corresponde',
};

export function readVerdict(text: string): Verdict {
  return VERDICTS.find((verdict) => verdict === text) ?? '';
}

export function verdictLabel(verdict: Verdict): string {
  return verdict === '' ? 'Sin revisar' : VERDICT_LABELS[verdict];
}

/** What is in a package, as a count: `3 papeles`. */
export function packageContentText({ needReassign, line_count }: { needReassign: boolean; line_count: number }): string {
  return needReassign ? countOf(line_count, 'documento', 'documentos') : countOf(line_count, 'papel', 'papeles');
}

/** How many differences the sender is told: 0 while the package is still being checked. */
export function toldDifferences({ status, difference_count }: { status: string; difference_count: number }): number {
  return status === 'SENT' ? 0 : difference_count;
}

/** '' for none. */
export function differencesText(count: number): string {
  return count === 0 ? '' : countOf(count, 'diferencia', 'diferencias');
}

export const PACKAGE_LINES_MAX = 100;
/** Characters of what people write about a package and its lines. */
export const PACKAGE_TEXT_MAX = { document: 200, note: 500, lineNote: 300, reason: 500 } as const;
