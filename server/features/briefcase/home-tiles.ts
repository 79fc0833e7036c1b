import { addDays, formatDateTime } from '../../domain/dates.ts';
import { formatFileSize } from '../../domain/file-size.ts';
import { canOpen } from '../../domain/permissions.ts';
import { countText } from '../../lists/figures.ts';
import { tileRows, type Tile } from '../../lists/tile.ts';
import { rowsBehind } from '../../lists/list.ts';
import { fragment, trusted } from '../../platform/sql/sql-fragment.ts';
import { FILES } from './file-list.ts';

const FILES_SHOWN = 5;
const FOLDERS_SHOWN = 6;
/** Today included. */
const NEW_DAYS = 7;

/** The person's latest uploads, to open them again at once. */
export const recentFilesTile: Tile = {
  id: 'recent-files',
  title: 'Sus archivos recientes',
  look: 'files',
  empty: 'Todavía no ha cargado archivos.',
  prepare({ actor }) {
    if (!canOpen(actor, FILES.menu)) return null;
    const { href, where } = rowsBehind(FILES, actor, { userId: actor.id });
    return {
      more: { label: 'Ver todos', href },
      selects: [
        tileRows({
          key: trusted('t.id'),
          name: trusted('t.nombre'),
          detail: trusted(`coalesce(f.nombre, '')`),
          value: trusted('t.bytes'),
          at: trusted('t."createdAt"'),
          from: fragment`(SELECT t.* FROM maletin_archivos t WHERE ${where} ORDER BY t."createdAt" DESC, t.id DESC LIMIT ${trusted(String(FILES_SHOWN))}) AS t
            LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId"`,
        }),
      ],
      show: (rows) =>
        [...rows]
          .sort((a, b) => Number(b.at) - Number(a.at) || (a.key < b.key ? 1 : -1))
          .map(({ key, name, detail, value, at }) => ({
            key,
            label: name,
            detail,
            count: value,
            at: formatDateTime(at),
            figure: formatFileSize(value),
            href: `/briefcase/files/${encodeURIComponent(key)}`,
          })),
    };
  },
};

/** Which of the person's folders got new files lately, those with the most first. */
export const foldersTile: Tile = {
  id: 'folders',
  title: 'Nuevo en sus carpetas',
  look: 'lines',
  empty: 'Nada nuevo en sus carpetas.',
  prepare({ actor, today }) {
    if (!canOpen(actor, FILES.menu)) return null;
    const since = { from: addDays(today, 1 - NEW_DAYS) };
    const { href, where } = rowsBehind(FILES, actor, since);
    return {
      note: `últimos ${NEW_DAYS} días`,
      more: { label: 'Ver todo lo nuevo', href },
      selects: [
        tileRows({
          key: trusted('hits.folder'),
          name: trusted(`coalesce(nullif(max(f.nombre), ''), hits.folder)`),
          value: trusted('max(hits.files)'),
          from: fragment`(SELECT t."carpetaId" AS folder, count(*) AS files FROM maletin_archivos t WHERE ${where} AND t."carpetaId" <> '' GROUP BY 1) AS hits
            LEFT JOIN maletin_carpetas f ON f.id = hits.folder GROUP BY hits.folder`,
        }),
      ],
      show: (rows) =>
        [...rows]
          .sort((a, b) => b.value - a.value || a.name.localeCompare(b.name, 'es'))
          .slice(0, FOLDERS_SHOWN)
          .map(({ key, name, value }) => ({
            key,
            label: name,
            figure: countText(value),
            count: value,
            href: `${FILES.url}?${new URLSearchParams({ carpetaId: key, ...since })}`,
          })),
    };
  },
};
