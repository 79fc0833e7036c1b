/** Pictures by their addresses, each a link to the full size. The name shows where the picture cannot. */
export function FilePictures({ addresses }: { addresses: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {addresses.map((address) => (
        <li key={address}>
          <a className="surface block size-24 overflow-hidden text-xs" href={address} target="_blank" rel="noreferrer" title={address}>
            <img className="size-full object-cover" src={address} alt={fileName(address)} loading="lazy" referrerPolicy="no-referrer" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function fileName(address: string): string {
  const last = address.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return last ? `Foto ${last}` : 'Foto';
}
