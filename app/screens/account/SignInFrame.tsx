import type { ReactNode } from 'react';
import { BrandSign } from '../../ui/Brand.tsx';

/** The pages before signing in: just the cooperative's name and one form. */
export function SignInFrame({
  cooperativeName,
  logo,
  title,
  children,
}: {
  cooperativeName: string;
  logo: string | null;
  title: string;
  children: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto] justify-items-center px-4 py-8">
      <div className="w-full max-w-96 self-center">
        <div className="mb-5 flex items-center gap-3">
          <BrandSign size={38} logo={logo} />
          <div className="min-w-0">
            <p className="text-base font-semibold tracking-tight">{cooperativeName}</p>
            <p className="text-muted">Portal del personal</p>
          </div>
        </div>
        <div className="surface p-6">
          <h1 className="mb-4 text-lg">{title}</h1>
          {children}
        </div>
      </div>
      <p className="pt-6 text-center text-[0.8125rem] text-muted">
        Solo para personal autorizado. ¿Necesita una cuenta? Pídala a un Administrador.
      </p>
    </main>
  );
}
