import { actsOf } from '#server/domain/menu-acts.ts';
import { MENU_IDS, menuTitle, type MenuId } from '#server/domain/menu.ts';
import { actOf, guardMenus, type AccessRow, type Guard } from './access-table.ts';

const OTHERS: Readonly<Record<Exclude<Guard, MenuId>, string>> = {
  pictures: 'Any menu whose screens work with pictures',
  contents: 'Any menu of what the mobile app shows; findings are those of the menus that the person has',
  members: '«Asociados», or «Digitalizar documentos» with `create` or `edit` of some type; code and name of a few',
  settings: 'Any part of Configuración; each card leads to what the person may open',
  general: '«Configuración: identidad» or «Configuración: maquinaria», each with the fields of its own',
  'own-reports': '«Reportes» or any menu with a report of its own; what is listed and scheduled is one’s own',
  session: 'Everybody who signed in',
  everybody: 'Everybody, without a session',
  'api-token': 'Systems that hold the API token (a session does not help)',
  metrics: 'Monitoring: `METRICS_TOKEN`, or the machine itself when none is set and no proxy is trusted',
};

const isOther = (guard: string): guard is keyof typeof OTHERS => guard in OTHERS;

/** The access table for readers: one section per permission, in the order of the menu. */
export function renderAccess(rows: readonly AccessRow[]): string {
  const guards: readonly Guard[] = [...MENU_IDS, ...(Object.keys(OTHERS) as (keyof typeof OTHERS)[])];
  const sections = guards
    .map((guard) =>
      section(
        guard,
        rows.filter((row) => row.guard === guard),
      ),
    )
    .filter((text) => text !== '');
  return `# Who may open what

Every address of the portal and the permission that guards it. A permission is a menu id: a role that has the menu sees the entry in
its sidebar and gets in, another one gets 403, and whoever has no session is sent to the sign-in page. The roles are those of a new
installation; an administrator changes them in Configuración › Roles, and a change holds from the next request.

A role may open a screen and withhold what is done there: to change (\`change\`), to delete and bring back (\`delete\`), to take away as a file or
on paper (\`export\`). The addresses that do so have it behind their method, and answer 403 to who may only look; buttons that take a record out of
use ask for \`delete\` ([148](decisions/148-withheld-acts.md)).

In the Maletín a person also needs the folder: files of other folders do not exist for them (404), whatever the address.

With the menu «Digitalizar documentos» a person also needs a permission set: documents of types that it does not let them view do not
exist for them (404), and what it does not let them do is refused (403). Their files go by the actions view, print and download of the
set, in the same way for every file that a document had: \`…/files/:id/versions/:version/…\`, from 1 for the oldest, beside
\`…/files/:id/…\` for the present one. A file that may be seen and not printed or downloaded answers 404 there.

With the menu «Permisos de documentos» one looks, compares and simulates; permission sets are changed by administrators alone (403).

A package exists for who began it, and under «Paquetes enviados» for nobody else but administrators (404); only who began it changes,
sends or cancels it (403). Under «Paquetes recibidos» it exists once it was sent, for the agency to which it goes and for administrators
(404); who accepts it needs no permission for its types, who gets its documents does (400).

A scheduled report exists for its owner and administrators (404 for others). Without the menu «Reportes» it is sent to nobody but its owner
(403, [074](decisions/074-reports-of-ones-own.md)). A run exists besides for those whom its schedule is sent to,
without the menu «Reportes»; all of them need the menu of the report that was run (403), its owner included, and the rights with which
they were counted among its readers ([064](decisions/064-rights-of-runs.md)).

tests/access asks every address as each role, and fails when a route is missing here.

${sections.join('\n')}`;
}

function section(guard: Guard, rows: readonly AccessRow[]): string {
  if (rows.length === 0) return '';
  const title = isOther(guard) ? OTHERS[guard] : `${menuTitle(guard)} (\`${guard}\`)`;
  const methodsOf = (pattern: string) => rows.filter((row) => row.pattern === pattern).map(methodOf);
  const patterns = [...new Set(rows.map((row) => row.pattern))];
  const lines = patterns.map((pattern) => `| \`${pattern}\` | ${methodsOf(pattern).join(', ')} |`);
  return `## ${title}\n\n${isOther(guard) ? '' : `${rolesOf(rows)}\n\n`}| Address | Methods |\n| --- | --- |\n${lines.join('\n')}\n`;
}

/** The method, with the act that it requires if a role can withhold that act. */
function methodOf(row: AccessRow): string {
  const act = actOf(row);
  return guardMenus(row).some((menu) => act !== 'view' && actsOf(menu).includes(act)) ? `${row.method} (\`${act}\`)` : row.method;
}

const ROLES = [
  ['A', 'Administrador'],
  ['E', 'Editor'],
  ['U', 'Reportes'],
] as const;

function rolesOf([row]: readonly AccessRow[]): string {
  return `Roles: ${ROLES.filter(([letter]) => row?.roles.includes(letter))
    .map(([, title]) => title)
    .join(', ')}`;
}
