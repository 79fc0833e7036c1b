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

  it.each(STATUSES)('from «%s» as the table says', (status) => {
    expect(stepRefusal(step, { status, isActive: true })).toBe(from.includes(status) ? null : 'state');
    expect(stepRefusal(step, { status, isActive: false })).toBe('cancelled');
    expect([STEP_RULES[step].who, STEP_RULES[step].to]).toEqual([who, to]);
  });

  it('is refused in words that name the package and say what it is', () => {
    expect(stepRefusalText('state', step, { code: 'K7Q29XMD4', status: 'SENT' }, names)).toMatch(/K7Q29XMD4 .*«Enviado»: no se puede /);
    expect(stepRefusalText('cancelled', step, { code: 'K7Q29XMD4', status: 'ENTERED' }, names)).toMatch(/K7Q29XMD4 está anulado/);
  });
});

it('any state but that of a draft sends when it is saved', () => {
  expect(['', 'ENTERED', 'SENT', 'ACCEPTED', 'otro'].map(sendsBySaving)).toEqual([false, false, true, true, true]);
});

it('says states and verdicts that it does not know as what they are', () => {
  expect(['SENT', 'REVISION', ''].map((state) => nameOfState(state, names))).toEqual(['Enviado', 'REVISION', 'Sin estado']);
  expect(['MISSING', 'missing', ''].map(readVerdict)).toEqual(['MISSING', '', '']);
});

it('has tabs in the plural of the standard, and under any other name as it is', () => {
  const renamed = [{ id: 'SENT', value: 'En camino' }, { id: 'ADUANA', value: 'En aduana' }, ...names.filter(({ id }) => id !== 'SENT')];
  const tab = (state: string) => tabOfState(state, { names: renamed, standard: PACKAGE_STATE_LABELS, plurals: PACKAGE_STATE_PLURALS });
  expect(['ENTERED', 'SENT', 'ADUANA', 'REVISION'].map(tab)).toEqual(['Ingresados', 'En camino', 'En aduana', 'REVISION']);
});
