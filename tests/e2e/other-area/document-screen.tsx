import { DocumentActions } from '#app/screens/files/viewer/DocumentActions.tsx';
import { DocumentViewer } from '#app/screens/files/viewer/DocumentViewer.tsx';
import type { ViewedDocument } from '#app/screens/files/viewer/viewed-document.ts';

/** A screen of another area: the document beside a form, without any code of the Maletín. */
export function DocumentScreen({ document }: { document: ViewedDocument }) {
  return (
    <main className="grid gap-4 p-4 md:grid-cols-[minmax(0,1fr)_18rem]">
      <DocumentViewer document={document} neighbours={{ previous: null, next: null }} />
      <form>
        <h1>{document.name}</h1>
        <p className="flex gap-2">
          <DocumentActions document={document} />
        </p>
        <label>
          Número de crédito <input className="input" name="number" />
        </label>
      </form>
    </main>
  );
}
