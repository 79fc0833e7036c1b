import { describe, expect, it } from 'vitest';
import { readStateNames } from './constants.ts';
import {
  PACKAGE_STATE_LABELS,
  PACKAGE_STATE_PLURALS,
  PACKAGE_STATES,
  PACKAGE_STEPS,
  readVerdict,
  sendsBySaving,
  STEP_RULES,
  stepRefusal,
  stepRefusalText,
  type PackageStep,
} from './package-states.ts';
import { nameOfState, tabOfState } from './state-names.ts';

const names = readStateNames({}).packages;
const STATUSES = [...PACKAGE_STATES, 'REVISION', 'sent', ''] as const;

/** What docs/specification.md section 4 says, written out by hand: who takes each step, from where to where. */
const TABLE: Readonly<Record<PackageStep, [who: string, from: readonly string[], to: string | null]>> = {
  save: ['sender', ['ENTERED'], null],
  send: ['sender', ['ENTERED'], 'SENT'],
  cancel: ['sender', ['ENTERED'], null],
  withdraw: ['sender', ['SENT'], 'ENTERED'],
  check: ['receiver', ['SENT'], null],
  accept: ['receiver', ['SENT'], 'ACCEPTED'],
  reject: ['receiver', ['SENT'], 'REJECTED'],
  seen: ['sender', ['ACCEPTED', 'REJECTED'], null],
};

describe.each(PACKAGE_STEPS)('%s', (step) => {
  const [who, from, to] = TABLE[step];

  it.each(STATUSES)('from «%s» is allowed or refused as the specification says', (status) => {
    expect(stepRefusal(step, { status, isActive: true })).toBe(from.includes(status) ? null : 'state');
    expect(stepRefusal(step, { status, isActive: false })).toBe('cancelled');
    expect([STEP_RULES[step].who, STEP_RULES[step].to]).toEqual([who, to]);
  });

  it('is refused with a message that names the package and its state', () => {
    expect(stepRefusalText('state', step, { code: 'K7Q29XMD4', status: 'SENT' }, names)).toMatch(/K7Q29XMD4 .*«Enviado»: no se puede /);
    expect(stepRefusalText('cancelled', step, { code: 'K7Q29XMD4', status: 'ENTERED' }, names)).toMatch(/K7Q29XMD4 está anulado/);
  });
});

it('is refused with lines that cannot be read if it acts on every line, after what its state refuses', () => {
  const refused = (isActive: boolean) =>
    PACKAGE_STEPS.filter((step) => {
      const [, [from = '']] = TABLE[step];
      return stepRefusal(step, { status: from, isActive, hasUnreadLines: true }) === 'lines';
    });
  expect(refused(true)).toEqual(['save', 'send', 'check', 'accept']);
  expect(refused(false)).toEqual([]);
  expect(stepRefusal('save', { status: 'SENT', isActive: true, hasUnreadLines: true })).toBe('state');
});

it('saving sends a package in any given state but draft', () => {
  expect(['', 'ENTERED', 'SENT', 'ACCEPTED', 'otro'].map(sendsBySaving)).toEqual([false, false, true, true, true]);
});

it('shows unknown states as they are and drops unknown verdicts', () => {
  expect(['SENT', 'REVISION', ''].map((state) => nameOfState(state, names))).toEqual(['Enviado', 'REVISION', 'Sin estado']);
  expect(['MISSING', 'missing', ''].map(readVerdict)).toEqual(['MISSING', '', '']);
});

it('labels tabs with the standard plural, and renamed or unknown states with their own name', () => {
  const renamed = [{ id: 'SENT', value: 'En camino' }, { id: 'ADUANA', value: 'En aduana' }, ...names.filter(({ id }) => id !== 'SENT')];
  const tab = (state: string) => tabOfState(state, { names: renamed, standard: PACKAGE_STATE_LABELS, plurals: PACKAGE_STATE_PLURALS });
  expect(['ENTERED', 'SENT', 'ADUANA', 'REVISION'].map(tab)).toEqual(['Ingresados', 'En camino', 'En aduana', 'REVISION']);
});
