import { useLoaderData } from '@remix-run/react';

const ROWS = Array.from({ length: 25 }, (_unused, index) => ({
  id: `agencia-${index}`,
  nombre: `Agencia ${index}`,
  tipo: 'Agencia',
  direccion: `${index}a. calle 4-20, zona 1, Quetzaltenango`,
  telefono: '7762-7514',
  estado: 'Activa',
}));

export async function loader() {
  return { rows: ROWS };
}

export default function BarePage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <a href={`/${row.id}`}>{row.nombre}</a>
            </td>
            <td>{row.tipo}</td>
            <td>{row.direccion}</td>
            <td>{row.telefono}</td>
            <td>{row.estado}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
