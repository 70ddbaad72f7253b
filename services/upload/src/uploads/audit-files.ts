// Audit lines of files: what managers read of others, and what is deleted that belongs to somebody else.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, type Tx } from '@lyceum/kit/database/database'
import { leastIdAt } from '@lyceum/kit/ids'
import type {} from '../audit-actions.ts'
import type { UploadAccess } from './rights.ts'
import type { Row } from '../rows/rows.ts'

/** A viewer opens a file in several calls: they are one line within the hour. */
const oneLineFor = 3_600_000

const lineOf = (row: Pick<Row, 'id' | 'ownerId' | 'courseId'>) => ({
  subject: `upload:${row.id}`,
  person: row.ownerId,
  ...(row.courseId && { course: row.courseId }),
})

/** Writes a line when the right to read is that of a manager alone. */
export async function auditRead(
  tx: Tx,
  now: Date,
  actor: Actor,
  { row, asManager }: Pick<UploadAccess, 'row' | 'asManager'>,
): Promise<void> {
  if (!asManager) return
  const line = { action: 'upload.read' as const, ...lineOf(row) }
  const written = await one(
    tx,
    "select from kit.audit where actor = nullif($1, '')::uuid and id >= $2 and action = $3 and subject = $4 limit 1",
    actor.person,
    leastIdAt(new Date(now.getTime() - oneLineFor)),
    line.action,
    line.subject,
  )
  if (!written) await audit(tx, line)
}

/** A line for each of the deleted that belongs to somebody else than the actor. */
export const auditDeleted = (tx: Tx, actor: Actor, deleted: readonly Row[]): Promise<void> =>
  audit(
    tx,
    deleted.filter(({ ownerId }) => ownerId !== actor.person).map((row) => ({ action: 'upload.deleted', ...lineOf(row) })),
  )
