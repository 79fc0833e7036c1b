import type { ActionFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import type { MenuId } from '#server/domain/menu.ts';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';

type Screen = 'new' | 'view' | 'edit';

/** Requires the right to change for a new or edit form; viewing needs none. Errors: `forbidden`. */
export function requireForm(actor: Staff, menu: MenuId, screen: Screen): void {
  if (screen !== 'view') requireMenu(actor, menu, 'change');
}

/** Whether a loader runs for a page, without scripts, whose form came back: Remix asks it with the headers of the form. */
export function isGivenBack(request: Request): boolean {
  return request.headers.get('Content-Type')?.includes('form') === true;
}

interface RecordAddress<Found extends Screen> {
  /** `new` for the empty form. */
  id: string;
  screen: Found;
}

/**
 * Reads what the addresses `…/new`, `…/:id` and `…/:id/edit` ask for; `what` is for the log.
 *
 * @param screens the existing screens, by default all
 * @throws AppError `not-found`
 */
export function readRecordAddress<Found extends Screen = Screen>(
  { id = '', mode }: { id?: string | undefined; mode?: string | undefined },
  what: string,
  screens?: readonly Found[],
): RecordAddress<Found> {
  const screen = mode === undefined ? (id === 'new' ? 'new' : 'view') : mode === 'edit' && id !== 'new' ? 'edit' : null;
  if (screen !== null && (screens ?? ALL).includes(screen)) return { id, screen: screen as Found };
  throw new AppError('not-found', `no screen ${mode ?? id} of ${what}`, { userMessage: 'La dirección que abrió no existe en el portal.' });
}

const ALL: readonly Screen[] = ['new', 'view', 'edit'];

type Action = (args: ActionFunctionArgs) => Promise<object>;

/** The action of these addresses, with one action per existing screen. */
export function actionOfScreen<Found extends Screen>(what: string, actions: Readonly<Record<Found, Action>>): Action {
  const screens = Object.keys(actions) as Found[];
  return async (args) => actions[readRecordAddress(args.params, what, screens).screen](args);
}
