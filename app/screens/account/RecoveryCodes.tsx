import { Notice } from '../../ui/Notice.tsx';

/** Recovery codes for a lost phone, shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice kind="warning" live className="mb-3">
      <p className="font-semibold">Guarde estos códigos de recuperación: no se muestran de nuevo.</p>
      <p>Si pierde su teléfono o su llave, entre con uno de ellos. Cada uno sirve una sola vez.</p>
      <ul aria-label="Códigos de recuperación" className="my-2 grid grid-cols-2 gap-x-4 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ul>
      <p>Imprímalos o cópielos a un lugar seguro que no sea este equipo.</p>
    </Notice>
  );
}
