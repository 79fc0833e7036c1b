import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ConfirmButton } from './ConfirmButton.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { Checkbox, Select, TextInput } from './inputs.tsx';
import { SaveBar } from './SaveBar.tsx';

const errors = { nombre: ['Escriba el nombre.'], 'horarios[0].abre': ['Escriba la hora.'] };

function AgencyForm() {
  return (
    <>
      <ErrorSummary errors={{ ...errors, '': ['Otra persona cambió esta agencia.'] }} labels={{ nombre: 'Nombre' }} />
      <Field name="nombre" label="Nombre" required help="Como lo ven los asociados." errors={errors.nombre}>
        {(control) => <TextInput {...control} />}
      </Field>
      <Field name="horarios[0].abre" label="Abre" errors={errors['horarios[0].abre']}>
        {(control) => <TextInput {...control} type="time" />}
      </Field>
      <Field name="tipo" label="Tipo">
        {(control) => <Select {...control} options={[{ value: 'cajero', label: 'Cajero' }]} placeholder="Elija un tipo" />}
      </Field>
      <Checkbox name="estado" label="Activa" help="Se ve en la app." />
    </>
  );
}

describe('forms', () => {
  const markup = renderToStaticMarkup(<AgencyForm />);
  const ids = new Set([...markup.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));

  it('ties each control to a label, its help and its error', () => {
    const targets = [...markup.matchAll(/ for="([^"]*)"/g)].map((match) => match[1]);
    expect(targets).toHaveLength(4);
    const described = [...markup.matchAll(/aria-describedby="([^"]*)"/g)].flatMap((match) => match[1]?.split(' ') ?? []);
    expect(described).toEqual(['campo-nombre-ayuda', 'campo-nombre-error', 'campo-horarios-0--abre-error', 'campo-estado-ayuda']);
    for (const id of [...targets, ...described]) expect(ids).toContain(id);
    expect(markup.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(markup.match(/required=""/g)).toHaveLength(1);
  });

  it('lists errors with links to their controls, whatever the name of the field', () => {
    expect(markup).toContain('role="alert"');
    expect(markup).toContain('Hay 3 datos que corregir');
    const hrefs = [...markup.matchAll(/href="#([^"]*)"/g)].map((match) => match[1]);
    expect(hrefs).toEqual(['campo-nombre', 'campo-horarios-0--abre']);
    for (const id of hrefs) expect(ids).toContain(id);
    expect(markup).toContain('Nombre: Escriba el nombre.');
  });

  it('counts the fields that are wrong, not their errors', () => {
    const summary = renderToStaticMarkup(<ErrorSummary errors={{ password: ['Al menos 10 caracteres.', 'Con letras y números.'] }} />);
    expect(summary).toContain('Hay un dato que corregir');
    expect(summary.match(/<li/g)).toHaveLength(2);
  });

  it('says beside the button that a save got no answer', () => {
    expect(renderToStaticMarkup(<SaveBar lost="link" />)).toMatch(
      /^<div class="save-bar">.*role="alert".*no se sabe si se guardó\. Intente de nuevo: no se duplicará\. Sus.*Guardar<\/button>/,
    );
    expect(renderToStaticMarkup(<SaveBar lost={{ ended: 'Su sesión venció.' }} />)).toMatch(
      /role="alert".*No se guardó\. Su sesión venció\. Sus.*href="\/login".*Guardar<\/button>/,
    );
    expect(renderToStaticMarkup(<SaveBar />)).not.toContain('alert');
  });

  it('shows no summary without errors', () => {
    expect(renderToStaticMarkup(<ErrorSummary errors={{ nombre: [], otro: undefined }} />)).toBe('');
  });

  it('name what a button of a row acts on', () => {
    const row = { label: 'Quitar', of: 'Mi teléfono', question: '¿Quitar «Mi teléfono»?', explanation: null, confirmLabel: 'Quitar' };
    expect(renderToStaticMarkup(<ConfirmButton {...row} name="intent" value="remove" />)).toContain('aria-label="Quitar Mi teléfono"');
  });
});
