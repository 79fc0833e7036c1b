import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

/** How a new person gets in. Which part shows is a matter of style alone, so it works without JavaScript. */
export function FirstPassword({ setsPassword, errors }: { setsPassword: boolean; errors?: readonly string[] | undefined }) {
  return (
    <fieldset className="group/clave grid gap-2">
      <legend className="mb-1.5 font-[550]">Contraseña</legend>
      <label className="flex items-start gap-2.5">
        <input
          type="radio"
          className="radio radio-primary radio-sm mt-0.5"
          name="passwordMode"
          value="email"
          defaultChecked={!setsPassword}
        />
        Enviar un correo para que la persona elija su contraseña
      </label>
      <label className="flex items-start gap-2.5">
        <input type="radio" className="radio radio-primary radio-sm mt-0.5" name="passwordMode" value="set" defaultChecked={setsPassword} />
        Asignar una contraseña inicial
      </label>
      <div className="hidden ps-7 group-has-[input[value=set]:checked]/clave:block">
        <Field
          name="password"
          label="Contraseña inicial"
          errors={errors}
          help="Al menos 10 caracteres, con letras y números. Désela en persona; podrá cambiarla en «Mi cuenta»."
        >
          {(control) => <TextInput {...control} type="text" autoComplete="off" spellCheck={false} maxLength={128} className="max-w-64" />}
        </Field>
      </div>
    </fieldset>
  );
}
