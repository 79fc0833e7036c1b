import { requestCode } from '../../domain/request-code.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Problem } from './problems.ts';

/** The error page for when Remix cannot render one: no session, a malformed address, or Remix itself failing. */
export function errorPage(problem: Problem, cooperativeName: string): string {
  return `<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(cooperativeName)}</title>
<link rel="stylesheet" href="/error.css">
</head>
<body>
<main>
<p>Error ${problem.status}</p>
<h1>${escapeHtml(problem.title)}</h1>
<p>${escapeHtml(problem.detail)}</p>
<p><a href="/">Ir al inicio</a></p>
<p class="code">Código de esta solicitud: <code title="${escapeHtml(problem.requestId)}">${escapeHtml(requestCode(problem.requestId))}</code></p>
</main>
</body>
</html>
`;
}
