/** Shown in place of a tile's lines that took too long. */
export function LateTile({ className = '' }: { className?: string }) {
  return (
    <p className={className} data-late="">
      No se pudo calcular.{' '}
      <a className="text-link inline-block py-0.5" href="/">
        Reintentar
      </a>
    </p>
  );
}
