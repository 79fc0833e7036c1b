import { Form, useLocation } from '@remix-run/react';
import { Suspense } from 'react';
import { PAGE_PROOF, PROOF_CONTROLS, type ProofRequest } from '#server/domain/proof.ts';
import { Button, ButtonLink } from './ui/Button.tsx';
import { Card } from './ui/Card.tsx';
import { Field } from './ui/Field.tsx';
import { TextInput } from './ui/inputs.tsx';
import { Notice } from './ui/Notice.tsx';
import { PageHead } from './ui/PageHead.tsx';
import { later } from './ui/later.ts';

// Loaded only for people with a passkey, and with scripts: every page includes this form.
const PasskeyButton = later(async () => (await import('./PasskeyButton.tsx')).PasskeyButton);

/**
 * Shown before a sensitive action: the person proves their identity again, and the form they sent is resent with the proof, or the page or
 * file they wanted is opened.
 */
export function ProofForm({ proof: { fields, givesBack, hasCode, challenge, reason, refusal } }: { proof: ProofRequest }) {
  const { pathname, search, hash } = useLocation();
  const here = pathname + search;
  const leaves = fields[0]?.[0] === PAGE_PROOF.field;
  const label = hasCode ? 'Contraseña, o código de su aplicación' : 'Contraseña';
  return (
    <>
      <PageHead title="Confirme que es usted" />
      <Card title="Antes de continuar" className="max-w-120">
        <p className="mb-3">
          {reason || 'Inició sesión hace un rato.'}{' '}
          {leaves ? 'Si es un archivo, la descarga empieza al confirmar. ' : 'Lo que escribió sigue aquí. '}
          Por diez minutos no se le vuelve a preguntar.
        </p>
        {/* Only the browser's own request can end in a file; it also carries the fragment through the redirect. */}
        <Form method="post" action={leaves ? PAGE_PROOF.url + hash : here} reloadDocument={leaves} noValidate className="grid gap-3">
          {refusal ? (
            <Notice kind="error" live>
              {refusal}
            </Notice>
          ) : null}
          {fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Field name={PROOF_CONTROLS.word} label={label}>
            {(control) => <TextInput {...control} type="password" autoComplete="current-password" maxLength={256} />}
          </Field>
          <div className="flex flex-wrap items-start gap-2">
            <Button type="submit" look="primary">
              Confirmar
            </Button>
            {challenge === null ? null : (
              <Suspense fallback={null}>
                <PasskeyButton ask={{ challenge }} name={PROOF_CONTROLS.passkey} label="Usar llave de acceso" />
              </Suspense>
            )}
            {givesBack ? (
              <Button type="submit" name={PROOF_CONTROLS.cancel} value="1">
                Volver sin guardar
              </Button>
            ) : (
              <ButtonLink href={leaves ? '/' : here}>Cancelar</ButtonLink>
            )}
          </div>
        </Form>
      </Card>
    </>
  );
}
