import type { FormValue } from '#server/domain/conflict.ts';
import { textsOf } from '#server/domain/form-value.ts';
import { withheldTitle, type WithheldAct } from '#server/domain/menu-acts.ts';
import { isMenuId, menuTitle } from '#server/domain/menu.ts';
import { joinWithAnd } from '#server/domain/text.ts';
import type { RoleConflict } from '#server/features/roles/roles.ts';
import { shownText } from '../forms/FieldControl.tsx';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import type { SaveFormState } from '../forms/use-save-form.ts';
import type { RoleFailure } from './act-on-role.ts';
import { splitMenus } from './menu-summary.ts';
import { MenuChoices } from './MenuChoices.tsx';
import type { RoleData } from './role-data.ts';
import { roleHref, ROLES_URL } from './role-links.ts';

interface RoleConflictViewProps extends Omit<SaveFormState<never>, 'answer'> {
  data: RoleData;
  role: NonNullable<RoleData['role']>;
  failure: RoleFailure;
  conflict: RoleConflict;
}

/** Somebody else changed the same role first: shows both versions, one of which is kept. */
export function RoleConflictView({ data: { groups, fields }, role, failure, conflict, ...state }: RoleConflictViewProps) {
  const { stored, submitted } = conflict;
  return (
    <RecordConflict
      title={stored.title}
      crumbs={[{ label: 'Roles', href: ROLES_URL }]}
      action={roleHref(role.id, 'edit')}
      cancelHref={roleHref(role.id)}
      message={failure.message}
      conflict={{ ...conflict, stored: { ...stored }, submitted: { ...submitted } }}
      fields={fields.filter(({ name }) => name in submitted)}
      textOf={(field, value) =>
        field.name === 'menus' ? (
          <MenuTitles value={value} />
        ) : field.name === 'accionesNegadas' ? (
          <ActTitles value={value} />
        ) : (
          shownText(field, value)
        )
      }
      controlOf={({ name }) =>
        name === 'menus' ? (
          <Menus groups={groups} role={role} conflict={conflict} />
        ) : name === 'accionesNegadas' ? (
          <Acts conflict={conflict} />
        ) : undefined
      }
      {...state}
    />
  );
}

function Menus({
  groups,
  role,
  conflict: { stored, submitted },
}: Pick<RoleConflictViewProps, 'conflict' | 'role'> & Pick<RoleData, 'groups'>) {
  return (
    <>
      <Differences stored={stored.menus} mine={submitted.menus} />
      <MenuChoices
        groups={groups}
        chosen={new Set<string>(submitted.menus)}
        locked={new Set<string>(role.locked)}
        kept={splitMenus(groups, submitted.menus).kept}
        menusAlone
        tick={null}
      />
    </>
  );
}

/** The acts withheld by either version, ticked as in one's own. */
function Acts({ conflict: { stored, submitted } }: Pick<RoleConflictViewProps, 'conflict'>) {
  const all = [...new Set([...submitted.accionesNegadas, ...stored.accionesNegadas])];
  return (
    <>
      <input type="hidden" name="accionesNegadas" value="" />
      {all.map((act) => (
        <label key={act} className="flex items-center gap-2.5 py-1">
          <input
            type="checkbox"
            className="checkbox"
            name="accionesNegadas"
            value={act}
            defaultChecked={submitted.accionesNegadas.includes(act)}
          />
          {withheldTitle(act)}
        </label>
      ))}
    </>
  );
}

function ActTitles({ value }: { value: FormValue }) {
  const acts = textsOf(value);
  if (acts.length === 0) return <span className="text-muted">Ninguna</span>;
  return (
    <ul className="list-disc ps-5">
      {acts.map((act) => (
        <li key={act}>{withheldTitle(act as WithheldAct)}</li>
      ))}
    </ul>
  );
}

const titleOf = (id: string) => (isMenuId(id) ? menuTitle(id) : id);

function MenuTitles({ value }: { value: FormValue }) {
  const menus = textsOf(value);
  if (menus.length === 0) return <span className="text-muted">Ninguna pantalla</span>;
  return (
    <ul className="list-disc ps-5">
      {menus.map((menu) => (
        <li key={menu}>{titleOf(menu)}</li>
      ))}
    </ul>
  );
}

function Differences({ stored, mine }: { stored: readonly string[]; mine: readonly string[] }) {
  const onlyMine = mine.filter((id) => !stored.includes(id));
  const onlyStored = stored.filter((id) => !mine.includes(id));
  const titles = (ids: readonly string[]) => joinWithAnd(ids.map(titleOf));
  return (
    <ul className="mb-2 list-disc ps-5">
      {onlyStored.length > 0 ? <li>Solo en la versión guardada: {titles(onlyStored)}.</li> : null}
      {onlyMine.length > 0 ? <li>Solo en la suya: {titles(onlyMine)}.</li> : null}
    </ul>
  );
}
