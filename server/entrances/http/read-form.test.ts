import { expect, it } from 'vitest';
import { readForm } from './read-form.ts';

const send = (body: BodyInit, type?: string) =>
  readForm(new Request('http://portal/x', { method: 'POST', body, ...(type !== undefined && { headers: { 'Content-Type': type } }) }));

it('reads fields in their order and decodes them as browsers encode them', async () => {
  const form = await send(new URLSearchParams('nombre=Ana+P%C3%A9rez&carpeta=a&carpeta=b%2Bc'));
  expect([...form]).toEqual([
    ['nombre', 'Ana Pérez'],
    ['carpeta', 'a'],
    ['carpeta', 'b+c'],
  ]);
});

it.each(['multipart/form-data; boundary=x', 'text/plain', 'application/json'])('refuses a body of type %s', async (type) => {
  await expect(send('nombre=Ana', type)).rejects.toMatchObject({ code: 'invalid-input' });
});

it('accepts 2,100 fields and refuses 2,101, even empty ones', async () => {
  const type = 'application/x-www-form-urlencoded';
  expect([...(await send('a&'.repeat(2_099) + 'a', type))]).toHaveLength(2_100);
  await expect(send('a&'.repeat(2_100), type)).rejects.toMatchObject({ code: 'too-large' });
});
