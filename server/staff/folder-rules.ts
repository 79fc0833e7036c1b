import type { FolderRule } from '../domain/folder-rules.ts';
import type { DocumentTransaction } from '../ports/documents/document-store.ts';
import { readTextList } from '../read-model/field-readers.ts';

/** One document, with the folder's id, per folder shared with whole roles, agencies or departments. */
export const FOLDER_RULES_COLLECTION = 'maletin_accesos';

/** Item of a select list: all rules as JSON, since they are few. */
export const SELECT_FOLDER_RULES = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('folderId', id, 'roles', roles, 'agencias', agencias, 'departamentos', departamentos)), '[]')
   FROM ${FOLDER_RULES_COLLECTION} WHERE NOT source_deleted) AS folder_rules`;

/** Result of SELECT_FOLDER_RULES. */
export interface FolderRuleColumns {
  folder_rules: FolderRule[];
}

/** All rules from the documents themselves, for decisions of verbs. */
export async function readFolderRules(documents: Pick<DocumentTransaction, 'query'>): Promise<FolderRule[]> {
  const found = await documents.query({ collection: FOLDER_RULES_COLLECTION });
  return found.map(({ id, data }) => ({
    folderId: id,
    roles: readTextList(data, 'roles'),
    agencias: readTextList(data, 'agencias'),
    departamentos: readTextList(data, 'departamentos'),
  }));
}
