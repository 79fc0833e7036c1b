import type { View } from './read-views.ts';

const HEAD = `# Consultas de la gerencia: el esquema \`consulta\`

Vistas de PostgreSQL sobre el modelo de lectura, para Excel, Power BI, Metabase o psql. Cómo se da el acceso y cómo se conecta
cada programa: [acceso-a-consulta.md](acceso-a-consulta.md). Qué se decidió mostrar y qué no:
[decisión 041](decisions/041-consulta.md).

- Solo hay registros activos: lo que se elimina en el portal desaparece de la vista, y vuelve si se restaura.
- Junto a cada código (\`agencia_id\`) está el nombre de hoy (\`agencia\`); donde nada se llama así, el código mismo. Un código vacío es
  texto vacío, no nulo. Filtrar por el código usa un índice; filtrar por el nombre lee toda la tabla.
- Junto a cada momento (\`momento_creado\`) está el día del calendario de Guatemala (\`dia_creado\`). Los filtros por día usan un índice.
- No hay columnas de verdadero y falso, que Excel muestra mal: dicen \`Sí\` o \`No\`, o el estado con su palabra.
- DPI, teléfonos y correos de asociados y de personas interesadas, comentarios de la bitácora, valores de los campos de documentos
  y direcciones de archivos no están en ninguna vista.
- Los datos llegan segundos después de escribirse en el portal.

Este archivo se escribe con los comentarios de la base de datos (\`npx vitest run tests/consulta -u\`).
`;

const TYPES: Readonly<Record<string, string>> = {
  text: 'texto',
  integer: 'entero',
  bigint: 'entero',
  'double precision': 'número',
  date: 'día',
  'timestamp(6) with time zone': 'momento',
};

/** Renders docs/consulta.md. @throws on a type that has no Spanish word yet */
export function renderConsulta(views: readonly View[]): string {
  const contents = views.map(({ name, about }) => `| [\`${name}\`](#consulta${name}) | ${about} |`);
  return `${HEAD}\n| Vista | Qué contiene |\n| --- | --- |\n${contents.join('\n')}\n\n${views.map(renderView).join('\n')}`;
}

function renderView({ name, about, columns }: View): string {
  const lines = columns.map((column) => `| \`${column.name}\` | ${wordFor(column.type)} | ${column.about} |`);
  return `## consulta.${name}\n\n${about}.\n\n| Columna | Tipo | Significado |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

function wordFor(type: string): string {
  const word = TYPES[type];
  if (word === undefined) throw new Error(`docs/consulta.md has no word for ${type}`);
  return word;
}
