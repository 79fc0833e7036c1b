import { useLoaderData } from '@remix-run/react';

const ROWS = Array.from({ length: 50 }, (_unused, index) => ({
  id: `agencia-${index}`,
  nombre: `Agencia de prueba ${index}`,
  tipo: 'Agencia',
  direccion: `${index}a. calle 4-20, zona 1, Quetzaltenango`,
  telefono: '7762-7514',
  horarios: 'Lunes a viernes 8:00 a 17:00, sábado 8:00 a 12:00',
  estado: 'Activa',
}));

const MENU = Array.from({ length: 24 }, (_unused, index) => ({ title: `Pantalla ${index + 1}`, href: `/pantalla/${index + 1}` }));

export async function loader() {
  return { rows: ROWS, menu: MENU };
}

/** As many rows and columns as the list of agencies, and a menu of 24 entries with pictures; no data access, no session. */
export default function BarePage() {
  const { rows, menu } = useLoaderData<typeof loader>();
  return (
    <div>
      <nav>
        <ul>
          {menu.map((entry) => (
            <li key={entry.href}>
              <a href={entry.href}>
                <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
                  <path d="M3 10l9-7 9 7v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />
                  <path d="M9 22V12h6v10" />
                </svg>
                <span>{entry.title}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <h1>Agencias</h1>
        <table>
          <thead>
            <tr>
              <th scope="col">Nombre</th>
              <th scope="col">Tipo</th>
              <th scope="col">Dirección</th>
              <th scope="col">Teléfono</th>
              <th scope="col">Horarios</th>
              <th scope="col">Estado</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="first">
                  <a href={`/${row.id}`}>{row.nombre}</a>
                </td>
                <td>{row.tipo}</td>
                <td title={row.direccion}>{row.direccion}</td>
                <td>{row.telefono}</td>
                <td>{row.horarios}</td>
                <td>
                  <span className="status">{row.estado}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </main>
    </div>
  );
}
