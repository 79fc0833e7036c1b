import type { Staff } from '../../domain/permissions.ts';
import type { AnswerFormat } from '../../request/send-export.ts';
import type { SheetExport } from '../../workbooks/sheet.ts';

export interface ExportCall {
  actor: Staff;
  /** Of the list or report that is exported. */
  params: URLSearchParams;
  format: AnswerFormat;
  /** Id of the record above, where `:id` stands in the address. */
  parentId?: string;
}

/** A list or report as far as it gives a file: at `<url>/export`, and to the worker that writes a large one. */
export interface ExportAddress {
  /** As a route declares it. */
  url: string;
  /** Checks the permission and describes the file. Errors: those of the verb, `forbidden` among them. */
  open(call: ExportCall): Promise<SheetExport>;
}
