// The files of questions: a question holds those of all its versions, since papers ask older ones. Readers of the bank open them by grants.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { grantLifetime, signGrant } from '@lyceum/upload/mirror/grant'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import type { GrantedFiles } from '../../activity/api.ts'
import type { Deps } from '../../deps.ts'
import { isOpenable, uploadsById } from '../../activity/uploads/uploads.ts'
import type { BankRef } from './rights.ts'

/** The files of these questions that the actor may not use: neither their own, nor in the bank or its course already. */
export async function strangeFiles(tx: Tx, actor: Actor, bank: BankRef, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const uploads = await uploadsById(tx, [...ids])
  const foreign = ids.filter((id) => {
    const upload = uploads.get(id)
    return !upload || upload.person_id !== actor.person || ![bank.org, actor.org].includes(upload.org_id)
  })
  if (foreign.length === 0) return []
  const used = await rows<{ id: string }>(
    tx,
    `
    select distinct u::text as id from questions q, unnest(q.upload_ids) as u where q.bank_id = $1 and q.upload_ids && $2::uuid[] and u = any($2::uuid[])
    union select u::text from activities a, unnest(a.upload_ids || a.text_upload_ids) as u
      where a.course_id = $3 and (a.upload_ids && $2::uuid[] or a.text_upload_ids && $2::uuid[]) and u = any($2::uuid[])`,
    bank.id,
    foreign,
    bank.course,
  )
  return foreign.filter((id) => !used.some((each) => each.id === id))
}

export type Holder = { id: string; org_id: string; bank_id: string; course_id: string | null; upload_ids: string[]; version: string }
export const holderColumns = `q.id::text, q.org_id::text, q.bank_id::text, b.course_id::text, q.upload_ids::text[], q.version::text`

/** Tells the files of questions; where a bank is of no course, it stands in the place of one. */
export const holdQuestionFiles = (tx: Tx, questions: readonly Holder[]) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    questions.map(({ id, org_id, bank_id, course_id, upload_ids, version }) => ({
      holder: `question:${id}`,
      orgId: org_id,
      courseId: course_id ?? bank_id,
      uploadIds: upload_ids,
      hold: false,
      byRight: false,
      version: BigInt(version),
    })),
  )

/** The holders among questions `q` of banks `b` under a condition. */
export const holdersOf = (tx: Tx, condition: string, ...values: unknown[]): Promise<Holder[]> =>
  rows<Holder>(
    tx,
    `select ${holderColumns} from questions q join banks b on b.id = q.bank_id where q.upload_ids <> '{}' and ${condition} order by q.id`,
    ...values,
  )

/** Grants for all files of a question: in the organisation, for the session of who reads. */
export async function openQuestionFiles(deps: Pick<Deps, 'db' | 'config' | 'now'>, actor: Actor, question: string): Promise<GrantedFiles> {
  const held = await one<{ ids: string[] }>(deps.db, 'select upload_ids::text[] as ids from questions where id = $1', question)
  const ids = held?.ids ?? []
  const uploads = await uploadsById(deps.db, ids)
  const expires = Math.floor(deps.now().getTime() / 1000 + grantLifetime)
  return {
    items: ids.flatMap((id) => {
      const upload = uploads.get(id)
      if (!upload || !isOpenable(upload)) return []
      const { person, session, org } = actor
      const grant = signGrant(deps.config.grantKeys, { upload: id, person, session, activity: '', expires, file: true, basis: { org } })
      return [{ upload_id: id, name: upload.name, type: upload.type, size: upload.size, grant, url: `/bytes/${grant}/file` }]
    }),
    expires_at: new Date(expires * 1000).toISOString(),
  }
}
