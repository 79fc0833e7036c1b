import { MEMBER_SEPARATOR, MEMBERS_URL, type FoundMember } from '#server/domain/members.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import type { DrawControl } from './FieldControl.tsx';

/** Shorter texts are not searched for. */
const TYPED_MIN = 3;
const TYPED_MAX = 200;

/** Input for a member, found by code, name or DPI. */
export const drawMember: DrawControl = (control, text, { field: { options = [], example } }) => (
  <Combobox
    control={control}
    // The stored id, in readable form.
    defaultValue={options.find(({ value }) => value === text)?.label ?? text}
    maxLength={TYPED_MAX}
    placeholder={example ? `Ej.: ${example}` : undefined}
    find={findMembers}
    nothing="Ningún asociado coincide."
  />
);

async function findMembers(typed: string, signal: AbortSignal): Promise<{ text: string }[]> {
  const q = typed.trim();
  if (q.length < TYPED_MIN || q.includes(MEMBER_SEPARATOR)) return Promise.reject(new Error('nothing to look for'));
  const response = await fetch(`${MEMBERS_URL}?q=${encodeURIComponent(q)}`, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`members: ${response.status}`);
  const { members } = (await response.json()) as { members: FoundMember[] };
  return members.map(({ id, codigo, nombre }) => ({ text: [codigo, nombre].filter(Boolean).join(MEMBER_SEPARATOR) || id }));
}
