import { capitalize } from '#server/domain/grammar.ts';
import { ACT_LABELS, actsOf, MENU_ACTS, withheldAct, type MenuAct } from '#server/domain/menu-acts.ts';
import { sidebarMenu, type MenuGroup, type MenuId } from '#server/domain/menu.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { useTicked } from '../forms/use-ticked.ts';
import { TriState } from './MatrixTable.tsx';
import { moveInMatrix } from './move-in-matrix.ts';
import { ACTS_CONTROL } from './role-links.ts';

interface MenuChoicesProps {
  groups: readonly MenuGroup[];
  /** Values of the ticked boxes: menu ids, and acts on their screens. */
  chosen: ReadonlySet<string>;
  locked: ReadonlySet<string>;
  /** Ids of screens that do not exist yet: submitted unchanged. */
  kept: readonly string[];
  /** null until scripts run. */
  tick: ReturnType<typeof useTicked>['tick'] | null;
  /** Only boxes for the menus, not for each act. */
  menusAlone?: boolean;
}

/** What a role opens, and what its people may do there: a row of check boxes per screen, grouped like the sidebar. */
export function MenuChoices({ groups, kept, menusAlone = false, ...boxes }: MenuChoicesProps) {
  return (
    <div className="matrix grid gap-3">
      {/* Tells "none ticked" apart from "field not sent". */}
      <input type="hidden" name="menus" value="" />
      {/* Administrators are never restricted: their acts are not asked. */}
      {menusAlone || boxes.locked.size > 0 ? null : <input type="hidden" name={ACTS_CONTROL} value="" />}
      {kept.map((menu) => (
        <input key={menu} type="hidden" name="menus" value={menu} />
      ))}
      {groups.map((group) => (
        <MenuTable key={group.id} group={group} acts={menusAlone ? [] : MENU_ACTS} {...boxes} />
      ))}
    </div>
  );
}

interface MenuTableProps extends Pick<MenuChoicesProps, 'chosen' | 'locked' | 'tick'> {
  group: MenuGroup;
  acts: readonly MenuAct[];
}

/** One group of the sidebar; boxes that cannot be cleared are ticked, locked and still submitted. */
function MenuTable({ group, acts, chosen, locked, tick }: MenuTableProps) {
  const rows = group.options.map((option) => {
    const menu = option.id as MenuId;
    const values: string[] = [menu, ...acts.filter((act) => actsOf(menu).includes(act)).map((act) => withheldAct(menu, act))];
    return { ...option, menu, values };
  });
  const free = rows.flatMap(({ menu, values }) => (locked.has(menu) ? [] : values));
  const all = free.every((value) => chosen.has(value));
  const title = group.title === '' ? 'General' : group.title;
  return (
    <table className="surface w-full table-fixed border-separate border-spacing-0">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-[0.6875rem] text-muted sm:text-[0.8125rem]">
          <th scope="col" className="px-2 py-1.5 text-start text-base font-semibold text-base-content sm:px-3">
            <span className="flex flex-wrap items-center gap-x-2">
              {title}
              {tick && free.length > 1 ? (
                <Button
                  look="quiet"
                  small
                  onClick={() => tick(!all, (value) => free.includes(value))}
                  aria-label={`${all ? 'Ninguna' : 'Todas'}: ${title}`}
                >
                  {all ? 'Ninguna' : 'Todas'}
                </Button>
              ) : null}
            </span>
          </th>
          {(['view', ...acts] as const).map((act) => (
            <th key={act} scope="col" className="w-12 font-[550] last:w-14 last:pe-2 sm:w-19 sm:last:w-19">
              {capitalize(ACT_LABELS[act])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ menu, values, title: screen }) => (
          <tr key={menu} className="hover:bg-base-200 focus-within:bg-base-200">
            <th scope="row" className="border-t border-line px-2 py-1 text-start font-normal wrap-anywhere sm:px-3">
              <span className="flex items-center gap-1.5 sm:gap-2.5">
                {tick && acts.length > 0 ? (
                  <RowBox values={values} chosen={chosen} label={`Todo: ${screen}`} isLocked={locked.has(menu)} tick={tick} />
                ) : null}
                {screen}
                {locked.has(menu) ? <Icon name="lock-keyhole" className="size-3.5 text-muted" label="Fijo para este rol" /> : null}
              </span>
              {locked.has(menu) ? <input type="hidden" name="menus" value={menu} /> : null}
            </th>
            {(['view', ...acts] as const).map((act) => {
              const value = act === 'view' ? menu : withheldAct(menu, act);
              return (
                <td key={act} className="h-9 border-t border-line p-0 text-center">
                  {values.includes(value) ? (
                    <input
                      type="checkbox"
                      className="checkbox checkbox-primary"
                      name={act === 'view' ? 'menus' : ACTS_CONTROL}
                      value={value}
                      aria-label={`${capitalize(ACT_LABELS[act])}: ${screen}`}
                      data-column={act}
                      defaultChecked={chosen.has(value)}
                      disabled={act === 'view' ? locked.has(menu) : locked.size > 0}
                      onChange={({ target }) => {
                        // Acts on a screen require seeing it.
                        if (act === 'view' && !target.checked) tick?.(false, (other) => values.includes(other));
                        if (act !== 'view' && target.checked) tick?.(true, (other) => other === menu);
                      }}
                      onKeyDown={moveInMatrix}
                    />
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowBoxProps {
  values: readonly string[];
  chosen: ReadonlySet<string>;
  label: string;
  isLocked: boolean;
  tick: NonNullable<MenuChoicesProps['tick']>;
}

/** A check box for the whole row: indeterminate while only some are ticked. */
function RowBox({ values, chosen, label, isLocked, tick }: RowBoxProps) {
  const ticked = values.filter((value) => chosen.has(value)).length;
  return (
    <TriState
      label={label}
      share={ticked === 0 ? 'none' : ticked === values.length ? 'all' : 'some'}
      column="all"
      isLocked={isLocked}
      onSet={(on) => tick(on, (value) => values.includes(value))}
    />
  );
}

/** Preview of the sidebar for people with these menu ids, without links. */
export function MenuPreview({ menus }: { menus: ReadonlySet<string> }) {
  const groups = sidebarMenu(menus);
  return (
    <section className="surface sticky top-17 self-start overflow-hidden" aria-label="Vista previa del menú">
      <p className="border-b border-line px-4 py-2.5 font-semibold">Así verá el menú</p>
      <div className="grid gap-2 p-2">
        {groups.length === 0 ? <p className="px-2.5 py-3 text-muted">No verá ninguna pantalla.</p> : null}
        {groups.map((group) => (
          <div key={group.id}>
            {group.title === '' ? null : <p className="px-2.5 py-1 text-[0.8125rem] font-[550] text-muted">{group.title}</p>}
            <ul>
              {group.options.map((option) => (
                <li key={option.id} className="flex min-h-8 items-center gap-2.5 px-2.5 py-1">
                  <Icon name={option.icon} className="text-muted" />
                  {option.title}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
