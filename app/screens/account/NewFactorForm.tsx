import { Form, type FormProps } from '@remix-run/react';
import type { NewFactor } from '#server/features/account/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { FieldControl, type FieldErrorsByName, type FormField } from '../forms/FieldControl.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasskeyButton } from '../../PasskeyButton.tsx';

const NAME: FormField = {
  name: 'name',
  label: 'Nombre',
  help: 'Para reconocerlo: «Teléfono de Ana».',
  input: { maxLength: 40, autoComplete: 'off' },
};

export type ShownFactor = NewFactor;

interface NewFactorFormProps extends FormProps {
  made: ShownFactor;
  errors: FieldErrorsByName | undefined;
}

/** Adds an authenticator app by QR code, or a passkey of this device; both send the same form. */
export function NewFactorForm({ made: { qr, secret, sealed, passkey }, errors, children, ...form }: NewFactorFormProps) {
  return (
    <Form method="post" noValidate autoComplete="off" {...form}>
      <input type="hidden" name="intent" value="add-factor" />
      <input type="hidden" name="sealed" value={sealed} />
      {children}
      <div className="form-column">
        <h3 className="font-semibold">Con una aplicación de códigos</h3>
        <ol className="list-decimal ps-5">
          <li>Instale en su teléfono una aplicación de códigos, como Google Authenticator, Microsoft Authenticator o Aegis.</li>
          <li>Lea con ella este código QR, o escriba la clave.</li>
          <li>Escriba el código de seis cifras que muestra.</li>
        </ol>
        <svg
          role="img"
          aria-label="Código QR para la aplicación"
          width="192"
          height="192"
          className="bg-white"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="#000" />
        </svg>
        <p>
          Clave: <code className="wrap-anywhere select-all">{secret}</code>
        </p>
        <FieldControl field={NAME} />
        <Field name="code" label="Código de seis cifras" errors={errors?.['code']}>
          {(control) => <TextInput {...control} inputMode="numeric" autoComplete="one-time-code" maxLength={10} className="max-w-64" />}
        </Field>
        <div className="flex flex-wrap items-start gap-2">
          <Button type="submit" look="primary">
            Agregar
          </Button>
          <PasskeyButton ask={passkey} name="passkey" label="Usar una llave de acceso de este equipo" />
        </div>
        {errors?.['passkey'] ? (
          <Notice kind="error" live>
            {errors['passkey']}
          </Notice>
        ) : null}
      </div>
    </Form>
  );
}
