import { changeArrangement, readHomeChange } from '../../domain/home-arrangement.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { bind } from '../../platform/bind.ts';
import { changeHome } from '../../staff/preferences.ts';
import { listTiles, readTiles } from './read-tiles.ts';
import type { Services } from '../../services.ts';

/** Verbs of Inicio's tiles and their arrangement: `portal.home`. */
export function createHome(services: Services) {
  return bind(services, { readTiles, listTiles, arrangeHome });
}

/**
 * Applies a change of the arrangement, as the form sends it (readHomeChange).
 * Errors: `invalid-input` for a tile that the person does not have.
 */
async function arrangeHome(services: Services, { actor, act, tile }: { actor: Staff; act: string; tile: string }): Promise<void> {
  const own = listTiles(services, { actor }).map(({ id }) => id);
  const change = readHomeChange(own, { act, tile });
  if (!change)
    throw new AppError('invalid-input', 'unknown change of the arrangement', {
      userMessage: 'Esa parte de Inicio ya no está. Vuelva a abrir la página.',
    });
  const ids = services.registries.tiles.map(({ id }) => id);
  await changeHome(services, actor.id, (arrangement) => changeArrangement(ids, arrangement, change));
}
