import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { IssuedToken } from './token-acts.ts';

interface IssuedNoticeProps {
  issued: IssuedToken;
  portalUrl: string;
  exampleReport: string | null;
}

/** A new token, to be copied now, with a short usage example. */
export function IssuedNotice({ issued: { nombre, token }, portalUrl, exampleReport }: IssuedNoticeProps) {
  return (
    <Notice kind="warning" live className="mb-3">
      <p className="font-semibold wrap-anywhere">Se creó «{nombre}». Copie su clave ahora: no se vuelve a mostrar.</p>
      <div className="my-2 flex flex-wrap items-start gap-2">
        {/* Shown in full: some people copy it by hand, underscore included. */}
        <TextArea
          readOnly
          rows={2}
          value={token}
          aria-label="Clave de acceso"
          className="min-w-48 flex-1 resize-none font-mono leading-6 break-all"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={token} />
      </div>
      <p>Guárdela como una contraseña: quien la tenga lee sus reportes.</p>
      {exampleReport === null ? null : (
        <>
          <p className="mt-1">En una consulta en blanco de Excel o Power BI, con credenciales anónimas:</p>
          <pre className="mt-1 font-mono text-[0.75rem] whitespace-pre-wrap wrap-anywhere">{powerQuery(portalUrl, exampleReport)}</pre>
        </>
      )}
    </Notice>
  );
}

/** An example in Power Query's language; `CLAVE` stands for the token shown above. */
function powerQuery(portalUrl: string, report: string): string {
  return [
    `Json.Document(Web.Contents("${portalUrl}", [`,
    `  RelativePath = "reports/${report}.json",`,
    '  Headers = [Authorization = "Bearer CLAVE"]',
    ']))[rows]',
  ].join('\n');
}

/** Browsers allow pages to write the clipboard on HTTPS only; otherwise people copy from the field. */
function CopyButton({ text }: { text: string }) {
  const [can, setCan] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setCan('clipboard' in navigator), []);
  if (!can) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCan(false),
    );
  };
  return (
    <Button icon={copied ? 'check' : 'files'} onClick={copy}>
      {copied ? 'Copiada' : 'Copiar'}
    </Button>
  );
}
