// The facts of bulletins: their state, that they are out, and the files that they hold.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { raiseVersions, type ResyncSteps } from '@lyceum/kit/facts/resync'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { BulletinChangedSchema, BulletinPublishedSchema, FilesHeldSchema } from '@lyceum/proto/notification'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { type Bulletin as Model, Prisma } from '../generated/client.ts'

export type Attachment = { upload_id: string; name: string }
export type BulletinRow = Omit<SqlModel<Model>, 'attachments'> & { attachments: Attachment[]; state: 'draft' | 'published' }
/** Milliseconds for which a deleted bulletin can be restored. */
export const binLifetime = 30 * 86_400_000

export const bulletinColumns = modelColumns(Prisma.BulletinScalarFieldEnum, 'b')
const iso = (date: Date | null) => (date ? new Date(date).toISOString() : undefined)
/** The pages of everybody in an organisation follow its key, those of a course's members the course's. */
const keyOf = ({ orgId, courseId }: Pick<BulletinRow, 'orgId' | 'courseId'>) => (courseId ? `course:${courseId}` : `org:${orgId}`)

const factOf = (schema: typeof BulletinChangedSchema | typeof BulletinPublishedSchema, row: BulletinRow) =>
  fact(
    schema,
    // while nobody else sees it, no page has to read anything again
    { key: keyOf(row), org: row.orgId, version: BigInt(row.version), ...(row.state === 'draft' && { hint: { people: [] } }) },
    {
      bulletin: {
        id: row.id,
        orgId: row.orgId,
        ...(row.courseId && { courseId: row.courseId }),
        title: row.title,
        state: row.state,
        publishAt: iso(row.publishAt),
        expiresAt: iso(row.expiresAt),
        pinned: row.pinned,
        confirm: row.confirm,
        deleted: row.deleted,
        version: BigInt(row.version),
        createdAt: new Date(row.createdAt).toISOString(),
      },
    },
  )

export const heldUploads = ({ attachments, textUploadIds }: Pick<BulletinRow, 'attachments' | 'textUploadIds'>): string[] => [
  ...new Set([...attachments.map(({ upload_id }) => upload_id), ...textUploadIds]),
]

/** Call it after the rows are written. */
export async function emitChanged(tx: Tx, list: BulletinRow[]): Promise<void> {
  await holdFiles(
    tx,
    FilesHeldSchema,
    list.map((row) => ({
      holder: `bulletin:${row.id}`,
      orgId: row.orgId,
      courseId: row.courseId ?? row.orgId,
      uploadIds: row.deleted ? [] : heldUploads(row),
      hold: false,
      byRight: false,
      version: BigInt(row.version),
      restorableUntil: row.deleted && row.deletedAt ? iso(new Date(new Date(row.deletedAt).getTime() + binLifetime)) : undefined,
    })),
  )
  await emitAll(
    tx,
    list.map((row) => factOf(BulletinChangedSchema, row)),
  )
}

export const emitPublished = (tx: Tx, list: BulletinRow[]) =>
  emitAll(
    tx,
    list.map((row) => ({
      ...factOf(BulletinPublishedSchema, row),
      attributes: { ...factOf(BulletinPublishedSchema, row).attributes, actor: row.createdBy ?? '' },
    })),
  )

export const resync: ResyncSteps = {
  async bulletins(tx, after) {
    const ids = await raiseVersions(tx, 'bulletins', after)
    if (ids.length > 0)
      await emitChanged(
        tx,
        await rows<BulletinRow>(tx, `select ${bulletinColumns} from bulletins b where b.id = any($1) order by b.id`, ids),
      )
    return ids.at(-1)
  },
}
