import { escapeHtml } from '../../platform/escape-html.ts';

/** A message with a few lines and one link, as text and as HTML with everything escaped. */
export function renderMail(mail: { subject: string; lines: readonly string[]; link: string; label: string; cooperativeName: string }): {
  subject: string;
  text: string;
  html: string;
} {
  const { subject, lines, link, label, cooperativeName } = mail;
  const href = escapeHtml(link);
  return {
    subject: `${subject} – ${cooperativeName}`,
    text: [...lines, `${label}:\n${link}`, cooperativeName].join('\n\n'),
    html: [
      '<!doctype html><html lang="es"><body style="font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2937">',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${href}" style="display:inline-block;padding:10px 18px;background:#14532d;color:#ffffff;text-decoration:none;border-radius:6px">${label}</a></p>`,
      `<p>Si el botón no funciona, copie esta dirección en su navegador:<br>${href}</p><p>${escapeHtml(cooperativeName)}</p></body></html>`,
    ].join(''),
  };
}
