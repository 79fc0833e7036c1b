import type { FolderRule } from '../domain/folder-rules.ts';
import type { DocumentTransaction } from '../ports/documents/document-store.ts';
import { readTextList } from '../read-model/field-readers.ts';

/** One document for each folder that is given to more than people, by the folder's id. */
export const FOLDER_RULES_COLLECTION = 'maletin_accesos';

/** Of a select list: all of them as JSON, a few rows. */
export const SELECT_FOLDER_RULES = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('folderId', id, 'roles', roles, 'agencias', agencias, 'departamentos', departamentos)), '[]')
   FROM ${FOLDER_RULES_COLLECTION} WHERE NOT source_deleted) AS folder_rules`;

/** What SELECT_FOLDER_RULES gives. */
export interface FolderRuleColumns {
  folder_rules: FolderRule[];
}

/** All of them, from the documents themselves: what verbs decide by. */
export async function readFolderRules(documents: Pick<DocumentTransaction, 'query'>): Promise<FolderRule[]> {
  const found = await documents.query({ collection: FOLDER_RULES_COLLECTION });
  return found.map(({ id, data }) => ({
    folderId: id,
    roles: readTextList(data, 'roles'),
    agencias: readTextList(data, 'agencias'),
    departamentos: readTextList(data, 'departamentos'),
  }));
}
