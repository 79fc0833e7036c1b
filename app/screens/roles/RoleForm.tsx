import { permittedActs } from '#server/domain/menu-acts.ts';
import { menuTitle } from '#server/domain/menu.ts';
import { switchesOf } from '#server/domain/roles.ts';
import { textsOf } from '#server/domain/form-value.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import { joinWithAnd } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Baseline } from '../forms/Baseline.tsx';
import { FieldControl, type DrawControls } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelsOf } from '../forms/labels.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { useTicked } from '../forms/use-ticked.ts';
import type { RoleFailure } from './act-on-role.ts';
import { splitMenus } from './menu-summary.ts';
import { MenuChoices, MenuPreview } from './MenuChoices.tsx';
import { RoleConflictView } from './RoleConflictView.tsx';
import type { RoleData } from './role-data.ts';
import { ACTS_CONTROL, roleHref, ROLES_URL } from './role-links.ts';

/** The record's field behind the act boxes. */
const WITHHELD = 'accionesNegadas';
const BOXES = `input[type=checkbox][name=menus], input[type=checkbox][name=${ACTS_CONTROL}]`;

/** A role's name and what it opens, with a preview of its sidebar. */
export function RoleForm({ data }: { data: RoleData }) {
  const { answer: failure, ...state } = useSaveForm<RoleFailure>();
  const { ticked, tick } = useTicked(BOXES);
  const { role, groups } = data;
  if (role && failure?.conflict)
    return <RoleConflictView data={data} role={role} failure={failure} conflict={failure.conflict} {...state} />;
  const shown: Readonly<Record<string, unknown>> = { ...data.values, ...failure?.values };
  const { menus, kept } = splitMenus(groups, textsOf((shown['menus'] ?? null) as FormValue));
  const chosen = ticked ?? new Set(boxesOf(menus, textsOf((shown[WITHHELD] ?? null) as FormValue)));
  const locked = new Set<string>(role?.locked);
  const title = role ? `Editar rol ${role.title}` : 'Nuevo rol';
  const here = role ? [{ label: role.title, href: roleHref(role.id) }, { label: 'Editar' }] : [{ label: title }];
  const cancelHref = role ? roleHref(role.id) : ROLES_URL;
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'Roles', href: ROLES_URL }, ...here]} subtitle={role?.formNote} />
      <FormFailure failure={failure} labels={labelsOf(data.fields)} />
      <LockedNote locked={role?.locked ?? []} />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_17rem]">
        <SaveForm
          className="min-w-0"
          action={role ? roleHref(role.id, 'edit') : `${ROLES_URL}/new`}
          state={state}
          autoComplete="off"
          bar={{ label: role ? 'Guardar' : 'Crear rol', cancelHref, note: <PreviewButton /> }}
        >
          {role ? (
            <Baseline
              {...(failure ?? {
                version: role.version,
                base: {
                  title: role.title,
                  ...switchesOf((name) => role[name]),
                  menus: role.menus,
                  [WITHHELD]: role[WITHHELD],
                },
              })}
            />
          ) : null}
          <NameAndSource data={data} shown={shown} failure={failure} onCopy={(boxes) => copyTo(tick, boxes)} />
          <MenuChoices groups={groups} chosen={chosen} locked={locked} kept={kept} tick={ticked && tick} />
        </SaveForm>
        <MenuPreview menus={new Set([...chosen, ...locked])} />
      </div>
    </>
  );
}

/** The boxes ticked for a role with these menus and withheld acts. */
function boxesOf(menus: readonly string[], withheld: readonly string[]): string[] {
  return [...menus, ...permittedActs(menus, withheld)];
}

function copyTo(tick: ReturnType<typeof useTicked>['tick'], boxes: readonly string[]): void {
  tick(true, (value) => boxes.includes(value));
  tick(false, (value) => !boxes.includes(value));
}

interface NameAndSourceProps {
  data: RoleData;
  /** Values as stored, or as typed. */
  shown: Readonly<Record<string, unknown>>;
  failure: RoleFailure | null;
  /** Ticks the boxes of another role. */
  onCopy: (boxes: readonly string[]) => void;
}

function NameAndSource({ data: { role, fields, others }, shown, failure, onCopy }: NameAndSourceProps) {
  const draw: DrawControls = {
    copyFrom: (control, value) => (
      <Select
        {...control}
        placeholder="Ningún rol"
        options={others.map(({ id, title }) => ({ value: id, label: title }))}
        defaultValue={value}
        onChange={({ target }) => {
          const from = others.find(({ id }) => id === target.value);
          onCopy(boxesOf(from?.menus ?? [], from?.withheld ?? []));
        }}
      />
    ),
  };
  return (
    <div className="form-column mb-4">
      {fields
        .filter(({ name }) => name !== 'menus' && name !== WITHHELD && (name !== 'copyFrom' || !role))
        .map((field) => (
          <FieldControl key={field.name} field={field} value={shown[field.name]} errors={failure?.errors} draw={draw[field.name]} />
        ))}
    </div>
  );
}

function LockedNote({ locked }: { locked: NonNullable<RoleData['role']>['locked'] }) {
  if (locked.length === 0) return null;
  return (
    <Notice kind="info" className="mb-4 max-w-4xl">
      {`${joinWithAnd(locked.map((menu) => `«${menuTitle(menu)}»`))} no se pueden quitar: sin eso nadie podría devolver los permisos.`}
    </Notice>
  );
}

/** Without scripts, shows the preview of the ticked menu. */
function PreviewButton() {
  return (
    <noscript>
      <Button type="submit" name="intent" value="preview">
        Ver el menú
      </Button>
    </noscript>
  );
}
