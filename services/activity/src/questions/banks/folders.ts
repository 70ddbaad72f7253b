// The folders of a bank: a tree that a question stands in at one place, or at none.
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../../deps.ts'
import type { BankFolder } from './shapes.ts'
import { checkTitle, listFolders } from './banks.ts'
import type { BankScope } from './rights.ts'

const most = 500

/** Folders change one after another: two moves at once could make a circle. */
const lockBank = (tx: Tx, bank: string) => run(tx, 'select from banks where id = $1 for update', bank)

/** 400 bankFolder.unknown at `field` for a folder of another bank. */
export async function checkFolder(tx: Tx, bank: string, folder: string | null | undefined, field: string): Promise<void> {
  if (folder && !(await one(tx, 'select from bank_folders where id = $1 and bank_id = $2 for share', folder, bank)))
    throw invalid({ [field]: 'bankFolder.unknown' })
}

const folderOf = async (tx: Tx, bank: string, id: string): Promise<BankFolder> => {
  const folder = (await listFolders(tx, bank)).find((each) => each.id === id)
  if (!folder) throw notFound('bankFolder', id)
  return folder
}

export async function createFolder(
  { db }: Pick<Deps, 'db'>,
  { bank }: BankScope,
  { title, parent_id = null }: { title: string; parent_id?: string | null },
): Promise<BankFolder> {
  await lockBank(db, bank.id)
  await checkFolder(db, bank.id, parent_id, 'parent_id')
  const count = await one<{ n: number }>(db, 'select count(*)::int as n from bank_folders where bank_id = $1', bank.id)
  if ((count?.n ?? 0) >= most) throw invalid({ title: ['bankFolder.tooMany', { most }] })
  const id = newId()
  await run(
    db,
    `
    insert into bank_folders (id, bank_id, parent_id, title, sort, version)
    select $1, $2, $3, $4, coalesce(max(sort), 0) + 1, ${nextVersion('0')} from bank_folders where bank_id = $2`,
    id,
    bank.id,
    parent_id,
    checkTitle(title),
  )
  return folderOf(db, bank.id, id)
}

/** 409 bankFolder.newer; 400 bankFolder.inItself when it would stand in one of its own. */
export async function changeFolder(
  { db }: Pick<Deps, 'db'>,
  { bank }: BankScope,
  id: string,
  { title, parent_id, version }: { title?: string; parent_id?: string | null; version: number },
): Promise<BankFolder> {
  await lockBank(db, bank.id)
  const folder = await folderOf(db, bank.id, id)
  if (folder.version !== version) throw conflict('bankFolder.newer', { version: folder.version })
  if (parent_id) {
    await checkFolder(db, bank.id, parent_id, 'parent_id')
    const inside = await one(db, `${belowSql} select from below where id = $2`, id, parent_id)
    if (inside) throw invalid({ parent_id: 'bankFolder.inItself' })
  }
  await run(
    db,
    `update bank_folders set title = $2, parent_id = $3, version = ${nextVersion('version')} where id = $1`,
    id,
    title === undefined ? folder.title : checkTitle(title),
    parent_id === undefined ? folder.parent_id : parent_id,
  )
  return folderOf(db, bank.id, id)
}

/** A folder of parameter 1 and all below it. */
export const belowSql = `
  with recursive below as (
    select id from bank_folders where id = $1::uuid union select f.id from bank_folders f join below b on f.parent_id = b.id)`

/** Its questions and folders move to the folder above. */
export async function deleteFolder({ db }: Pick<Deps, 'db'>, { bank }: BankScope, id: string): Promise<null> {
  await lockBank(db, bank.id)
  const { parent_id } = await folderOf(db, bank.id, id)
  await run(db, 'update questions set folder_id = $2 where bank_id = $3 and folder_id = $1', id, parent_id, bank.id)
  await run(db, 'update bank_folders set parent_id = $2 where parent_id = $1', id, parent_id)
  await run(db, 'delete from bank_folders where id = $1', id)
  return null
}
