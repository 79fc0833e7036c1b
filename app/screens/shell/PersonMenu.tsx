import { useFetcher, useLocation } from '@remix-run/react';
import Check from 'lucide-react/icons/check';
import LogOut from 'lucide-react/icons/log-out';
import { Menu } from '#app/ui/Menu.tsx';
import { ICON_SIZE } from '#app/ui/icon.ts';
import { initialsOf } from './initials.ts';
import type { ShellData } from './shell-data.ts';

const THEMES = [
  ['system', 'Según el sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
] as const;
const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Who is signed in, how they like the screens, and the way out. Plain POST forms: works without JavaScript. */
export function PersonMenu({ staff }: { staff: ShellData['staff'] }) {
  return (
    <Menu
      title={`Cuenta de ${staff.name}`}
      className="btn btn-quiet btn-circle"
      label={<span className="grid size-8 place-items-center rounded-full bg-primary text-xs font-semibold text-primary-content">{initialsOf(staff.name)}</span>}
    >
      <div className="w-60">
        <div className="border-b border-line px-2.5 pt-1 pb-2">
          <p className="truncate font-semibold">{staff.name}</p>
          <p className="truncate text-muted">{staff.email}</p>
          <p className="text-muted">{staff.roleTitle}</p>
        </div>
        <Choices title="Tema" name="theme" choices={THEMES} current={staff.theme} />
        <Choices title="Filas por página" name="pageSize" choices={PAGE_SIZES.map((size) => [String(size), String(size)] as const)} current={String(staff.pageSize)} inline />
        <form method="post" action="/logout" className="border-t border-line pt-1">
          <button type="submit" className="drop-item">
            <LogOut size={ICON_SIZE} aria-hidden />
            Cerrar sesión
          </button>
        </form>
      </div>
    </Menu>
  );
}

interface ChoicesProps {
  title: string;
  name: 'theme' | 'pageSize';
  choices: readonly (readonly [value: string, label: string])[];
  current: string;
  /** Side by side instead of one under the other. */
  inline?: boolean;
}

function Choices({ title, name, choices, current, inline = false }: ChoicesProps) {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  return (
    <fetcher.Form method="post" action="/preferences" className="border-b border-line py-1.5 last:border-0">
      <input type="hidden" name="redirectTo" value={`${pathname}${search}`} />
      <p className="px-2.5 pb-0.5 text-[0.8125rem] text-muted" id={`preferencia-${name}`}>
        {title}
      </p>
      <div role="group" aria-labelledby={`preferencia-${name}`} className={inline ? 'flex' : ''}>
        {choices.map(([value, label]) => (
          <button key={value} type="submit" name={name} value={value} aria-pressed={value === current} className={`drop-item ${inline ? 'tabular justify-center aria-pressed:font-semibold aria-pressed:text-primary' : ''}`}>
            {inline ? null : <Check size={ICON_SIZE} aria-hidden className={value === current ? 'text-primary' : 'invisible'} />}
            {label}
          </button>
        ))}
      </div>
    </fetcher.Form>
  );
}
