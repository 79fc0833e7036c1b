import { nameOfState, type StateName } from './state-names.ts';
import { countOf } from './text.ts';

/** States of a package (docs/specification.md section 4), in life-cycle order. */
export const PACKAGE_STATES = ['ENTERED', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** Filter value for packages in a state that the portal does not know. */
export const OTHER_PACKAGE_STATES = 'OTHERS';

/**
 * Steps of a package. `withdraw` turns a sent package that nobody has checked yet back into a draft; `check` records what arrived; `seen`
 * records that the sender knows of the differences.
 */
export const PACKAGE_STEPS = ['save', 'send', 'cancel', 'withdraw', 'check', 'accept', 'reject', 'seen'] as const;
export type PackageStep = (typeof PACKAGE_STEPS)[number];

interface StepRule {
  /** `sender`: only the person who created it. `receiver`: whoever receives for its agency, and administrators. */
  who: 'sender' | 'receiver';
  from: readonly PackageState[];
  /** null: the state stays. */
  to: PackageState | null;
  /** Whether it acts on every line: refused while the package holds lines that the portal cannot read. */
  everyLine?: true;
}

/** The state machine of packages (docs/decisions/037-packages.md). Anything not listed is refused: a sent package is never edited. */
export const STEP_RULES: Readonly<Record<PackageStep, StepRule>> = {
  save: { who: 'sender', from: ['ENTERED'], to: null, everyLine: true },
  send: { who: 'sender', from: ['ENTERED'], to: 'SENT', everyLine: true },
  cancel: { who: 'sender', from: ['ENTERED'], to: null },
  withdraw: { who: 'sender', from: ['SENT'], to: 'ENTERED' },
  check: { who: 'receiver', from: ['SENT'], to: null, everyLine: true },
  accept: { who: 'receiver', from: ['SENT'], to: 'ACCEPTED', everyLine: true },
  reject: { who: 'receiver', from: ['SENT'], to: 'REJECTED' },
  seen: { who: 'sender', from: ['ACCEPTED', 'REJECTED'], to: null },
};

/** The parts of a package that decide which steps its state allows. */
export interface StatedPackage {
  /** As stored. */
  status: string;
  /** False once cancelled. */
  isActive: boolean;
  hasUnreadLines?: boolean;
}

export type StepRefusal = 'state' | 'cancelled' | 'lines';

export function isPackageState(status: string): status is PackageState {
  return PACKAGE_STATES.some((state) => state === status);
}

/** Why a package refuses a step, whoever asks; null when it allows it. */
export function stepRefusal(step: PackageStep, { status, isActive, hasUnreadLines = false }: StatedPackage): StepRefusal | null {
  if (!isActive) return 'cancelled';
  const { from, everyLine = false } = STEP_RULES[step];
  if (!from.some((state) => state === status)) return 'state';
  return everyLine && hasUnreadLines ? 'lines' : null;
}

/** Whether a save with this status sends the package (docs/specification.md section 4): any status but that of a draft does. */
export function sendsBySaving(status: string): boolean {
  return status !== '' && status !== 'ENTERED';
}

/** Names of the states until the constants `packageStatus` say otherwise; screens use the current names (`Staff.stateNames`). */
export const PACKAGE_STATE_LABELS: Readonly<Record<PackageState, string>> = {
  ENTERED: 'Ingresado',
  SENT: 'Enviado',
  ACCEPTED: 'Aceptado',
  REJECTED: 'Rechazado',
};

/** Tab titles for senders and for receivers; receivers have no drafts tab, because they never see drafts of others. */
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

/** Why a package does not allow steps that act on every line. */
export function unreadLinesText(code: string, steps: readonly PackageStep[]): string {
  const cannot = steps.map((step) => INFINITIVES[step]).join(' ni ');
  return `El paquete ${code} tiene líneas que el portal no entiende: no se puede ${cannot}. Avise a quien administra el portal.`;
}

/** The message of a refused step, with the package's current state. */
export function stepRefusalText(
  refusal: StepRefusal,
  step: PackageStep,
  { code, status }: { code: string; status: string },
  names: readonly StateName[],
): string {
  if (refusal === 'lines') return unreadLinesText(code, [step]);
  const cannot = `no se puede ${INFINITIVES[step]}`;
  if (refusal === 'cancelled') return `El paquete ${code} está anulado: ${cannot}.`;
  return `El paquete ${code} está en el estado «${nameOfState(status, names)}»: ${cannot}.`;
}

/** Result of checking a line on receipt; '' before it was checked. */
export const VERDICTS = ['RECEIVED', 'MISSING', 'DAMAGED', 'MISMATCH'] as const;
export type Verdict = (typeof VERDICTS)[number] | '';

/** Verdicts that count as arrived: a damaged paper is there. */
export const ARRIVED: readonly Verdict[] = ['RECEIVED', 'DAMAGED'];
/** Verdicts that the sender is notified of. */
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

/** The content of a package as a count: `3 papeles`. */
export function packageContentText({ needReassign, line_count }: { needReassign: boolean; line_count: number }): string {
  return needReassign ? countOf(line_count, 'documento', 'documentos') : countOf(line_count, 'papel', 'papeles');
}

/** The number of differences shown to the sender: 0 while the package is still being checked. */
export function shownDifferenceCount({ status, difference_count }: { status: string; difference_count: number }): number {
  return status === 'SENT' ? 0 : difference_count;
}

/** '' for none. */
export function differencesText(count: number): string {
  return count === 0 ? '' : countOf(count, 'diferencia', 'diferencias');
}

export const PACKAGE_LINES_MAX = 100;
/** Maximum lengths of the texts about a package and its lines. */
export const PACKAGE_TEXT_MAX = { document: 200, note: 500, lineNote: 300, reason: 500 } as const;
