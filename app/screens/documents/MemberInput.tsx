import type { FoundMember } from '#server/digitized/find-members.ts';
import { MEMBER_SEPARATOR, type ExtraField } from '#server/domain/extra-fields.ts';
import { campoName } from '#server/domain/extra-values.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import type { DrawControl, DrawControls } from '../forms/FieldControl.tsx';
import { MEMBERS_URL } from './document-links.ts';

/** Fewer letters are not looked for. */
const TYPED_MIN = 3;
const TYPED_MAX = 200;

/** Controls of the extra fields that need a script of their own: a member is looked up by code, name or DPI. */
export function campoControls(fields: readonly ExtraField[]): DrawControls {
  return Object.fromEntries(fields.filter(({ tipo }) => tipo === 'asociado').map(({ clave }) => [campoName(clave), drawMember]));
}

const drawMember: DrawControl = (control, text, { field: { options = [] } }) => (
  <Combobox
    control={control}
    // The id that the document holds, as people read it.
    defaultValue={options.find(({ value }) => value === text)?.label ?? text}
    maxLength={TYPED_MAX}
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
