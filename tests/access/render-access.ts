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

Every address of the portal and the permission that guards it. A permission is a menu id: a role with that menu sees the entry in
its sidebar and may open it, other roles get 403, and people without a session are sent to the sign-in page. The roles are those of a new
installation; an administrator changes them in Configuración › Roles, and a change takes effect with the next request.

A role may open a screen and still lack acts on it: changing (\`change\`), deleting and restoring (\`delete\`), exporting to a file or
paper (\`export\`). The table names the act behind the method; without it the address answers 403. Buttons that deactivate a
record require \`delete\` ([148](decisions/148-withheld-acts.md)).

In the Maletín a person also needs access to the folder: files of other folders answer 404 at every address.

With the menu «Digitalizar documentos» a person also needs a permission set: documents of types that it does not let them view answer
404, and acts that it does not allow 403. Its actions view, print and download apply to every file that a document has had:
\`…/files/:id/versions/:version/…\` (1 is the oldest) and \`…/files/:id/…\`, the current one. If a person may view a file but not print
or download it, those addresses answer 403.

The menu «Permisos de documentos» lets people view, compare and simulate; only administrators change permission sets (403 for others).

Under «Paquetes enviados» only administrators and the person who created a package can see it (404 for others); only its creator changes,
sends or cancels it (403). Under «Paquetes recibidos» administrators and the receiving agency can see it once it is sent
(404). Whoever accepts it needs no permission for its document types, but whoever gets its documents does (400).

A scheduled report is visible to its owner and administrators (404 for others). An owner without the menu «Reportes» can send it only to
themselves (403, [074](decisions/074-reports-of-ones-own.md)). A run is also visible to the recipients of its schedule, even
without the menu «Reportes»; all of them, including the owner, need the menu of the report (403) and the rights that
they had when they became its readers ([064](decisions/064-rights-of-runs.md)).

tests/access requests every address as each role, and fails if a route is missing here.

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
