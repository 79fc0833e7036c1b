import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { MenuGroup } from '#server/domain/menu.ts';
import { Button } from '../../ui/Button.tsx';

interface MenuChoiceProps {
  group: MenuGroup;
  chosen: ReadonlySet<string>;
  locked: ReadonlySet<string>;
  readOnly: boolean;
  /** null until the page runs scripts. */
  onSet: ((ids: readonly string[], on: boolean) => void) | null;
}

/** One group of the sidebar as check boxes; what cannot be taken away is ticked, locked and sent all the same. */
export function MenuChoice({ group, chosen, locked, readOnly, onSet }: MenuChoiceProps) {
  const free = group.options.filter((option) => !locked.has(option.id)).map((option) => option.id);
  const all = free.every((id) => chosen.has(id));
  const title = group.title === '' ? 'General' : group.title;
  return (
    <fieldset className="surface p-3">
      <legend className="sr-only">{title}</legend>
      <div className="mb-1 flex min-h-8 items-center gap-2 px-1">
        <p className="font-semibold" aria-hidden>
          {title}
        </p>
        {onSet && !readOnly && free.length > 1 ? (
          <Button
            look="quiet"
            small
            className="ms-auto"
            onClick={() => onSet(free, !all)}
            aria-label={`${all ? 'Ninguna' : 'Todas'}: ${title}`}
          >
            {all ? 'Ninguna' : 'Todas'}
          </Button>
        ) : null}
      </div>
      <ul className="grid gap-x-3 sm:grid-cols-2">
        {group.options.map((option) => (
          <li key={option.id}>
            <label className="flex cursor-pointer items-center gap-2.5 rounded-field px-1 py-1.5 hover:bg-base-200 has-[:disabled]:cursor-default">
              <input
                type="checkbox"
                className="checkbox checkbox-primary checkbox-sm"
                name="menus"
                value={option.id}
                defaultChecked={chosen.has(option.id)}
                disabled={readOnly || locked.has(option.id)}
              />
              {option.title}
              {locked.has(option.id) ? <LockKeyhole size={14} className="text-muted" aria-label="Fijo para este rol" /> : null}
            </label>
            {locked.has(option.id) ? <input type="hidden" name="menus" value={option.id} /> : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
