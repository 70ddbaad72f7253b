// The files and folders that members share into a group; they stay the members' own.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { personNames } from '@lyceum/identity/mirror/persons'
import { wordsContained } from '@lyceum/kit/database/like-pattern'
import type { Db, Deps } from '../deps.ts'
import type { Prisma } from '../generated/client.ts'
import { listTypes } from '../uploads/api.ts'
import { toListedUploads } from '../uploads/list.ts'
import { readableSql } from '../storage/readable.ts'
import { isOwner, managedAmong, reviewsShare } from '../uploads/rights.ts'
import { reviewsSharing } from '../rows/storage-rules.ts'
import { entersSql } from '../rows/group-members.ts'
import { knownShareSql } from '../rows/visible-shares.ts'
import type { Row } from '../rows/rows.ts'
import type { AuditStatus } from './api.ts'
import { groupFor } from './groups.ts'
import { keepRejections, rejectedAmong } from './rejections.ts'

type Query = PageQuery & { parent_id?: string; conditions?: string }
type Share = {
  id: string
  groupId: string
  sharedBy: string
  sharedAt: Date
  auditStatus: string
  reason: string | null
  addedAt: Date | null
}

export async function listShared({ db }: Deps, actor: Actor, group: string, query: Query) {
  const reviews = query.parent_id !== undefined && (await reviewsShare(db, actor, query.parent_id, group))
  if (!reviews) await groupFor(db, actor, group)
  const { keyword = '', type } = conditionsOf(query.conditions, ['keyword', 'type'])
  const types = type === undefined ? undefined : Array.isArray(type) ? type : [String(type)]
  if (types?.some((one) => !(listTypes as readonly string[]).includes(one)))
    throw invalid({ 'conditions.type': ['field.choice', { allowed: listTypes.join(', ') }] })
  const upload: Prisma.UploadWhereInput = {
    deleted: false,
    ...(types && { type: { in: types } }),
    AND: wordsContained(String(keyword)),
  }
  return query.parent_id
    ? await listFolder(db, actor, { group, folder: query.parent_id, reviews }, upload, query)
    : await listTop(db, actor, group, upload, query)
}

async function listTop(db: Db, actor: Actor, group: string, upload: Prisma.UploadWhereInput, query: Query) {
  const where: Prisma.SharedResourceWhereInput = {
    groupId: group,
    upload,
    OR: [
      { auditStatus: 'agree' },
      ...(actor.person ? [{ sharedBy: actor.person }, { overrides: { some: { personId: actor.person } } }] : []),
    ],
  }
  const { limit, offset } = limits(query)
  const [total, matches] = await Promise.all([
    db.sharedResource.count({ where }),
    db.sharedResource.findMany({
      where,
      include: { upload: { include: { videos: true } } },
      orderBy: [{ upload: { isFolder: 'desc' } }, { sharedAt: 'desc' }, { id: 'desc' }],
      take: limit,
      skip: offset,
    }),
  ])
  const items = await toSharedResources(
    db,
    actor,
    matches.map(({ upload: row, ...share }) => ({ share, row })),
  )
  return { ...pageOf(query, total, items), path: [] }
}

/** reviews: the actor decides over a share above, which they list whatever its state; who does not see it as a member, without what managers may not read. */
type Listed = { group: string; folder: string; reviews: boolean }

async function listFolder(db: Db, actor: Actor, { group, folder, reviews }: Listed, upload: Prisma.UploadWhereInput, query: Query) {
  const ancestors = await rows<{ id: string; name: string; share: string | null; seen: boolean | null }>(
    db,
    `
    with recursive up as (
      select id, parent_id, name, 1 as n from uploads where id = $1 and is_folder and not deleted
      union all select u.id, u.parent_id, u.name, n + 1 from uploads u join up on u.id = up.parent_id where u.is_folder and not u.deleted and n < 100)
    select up.id::text, up.name, s.id::text as share, ${knownShareSql('$3')} and exists (
      select from resource_group_members m join resource_groups g on g.id = m.group_id
      where m.group_id = $2 and m.person_id = nullif($3, '')::uuid and ${entersSql('$5')}) as seen from up
    left join shared_resources s on s.upload_id = up.id and s.group_id = $2 and (${knownShareSql('$3')} or $4::bool) order by n`,
    folder,
    group,
    actor.person,
    reviews,
    actor.org,
  )
  const last = ancestors.findIndex(({ share }) => share)
  if (last < 0) throw notFound('folder', folder)
  const share = await db.sharedResource.findUniqueOrThrow({ where: { id: ancestors[last]!.share! } })
  const where = { ...upload, parentId: folder, ...(reviews && !ancestors[last]!.seen && { id: { notIn: await unreadableIn(db, folder) } }) }
  const { limit, offset } = limits(query)
  const [total, matches] = await Promise.all([
    db.upload.count({ where }),
    db.upload.findMany({
      where,
      include: { videos: true },
      orderBy: [{ isFolder: 'desc' }, { name: 'asc' }, { id: 'asc' }],
      take: limit,
      skip: offset,
    }),
  ])
  const items = await toSharedResources(
    db,
    actor,
    matches.map((row) => ({ share, row })),
  )
  const path = ancestors
    .slice(0, last + 1)
    .reverse()
    .map(({ id, name }) => ({ id, name }))
  return { ...pageOf(query, total, items), path }
}

/** Uploads in the folder that are held by nobody’s right. */
const unreadableIn = async (db: Db, folder: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      `select u.id::text from uploads u where u.parent_id = $1 and not u.deleted and not ${readableSql}`,
      folder,
    )
  ).map(({ id }) => id)

async function toSharedResources(db: Db, actor: Actor, shared: { share: Share; row: Row }[]) {
  const managed = await managedAmong(
    db,
    actor,
    shared.map(({ row }) => row),
  )
  const [uploads, names] = await Promise.all([
    toListedUploads(
      db,
      actor,
      shared.map(({ row }) => row),
      (row) => (isOwner(actor, row) || managed.has(row.id) ? 'all' : 'mine'),
    ),
    personNames(
      db,
      shared.map(({ share }) => share.sharedBy),
    ),
  ])
  return shared.map(({ share }, index) => ({
    id: share.id,
    share_to_id: share.groupId,
    group: { id: share.groupId },
    audit_status: share.auditStatus as AuditStatus,
    reason: share.sharedBy === actor.person ? share.reason : null,
    added_at: (share.sharedBy === actor.person && share.addedAt?.toISOString()) || null,
    shared_at: share.sharedAt.toISOString(),
    shared_by: { id: share.sharedBy, name: names.get(share.sharedBy)?.name ?? '' },
    upload: uploads[index]!,
  }))
}

/**
 * Shares the actor's own files into a group; repeatable. They wait for a review where the group's organisation wants one, and one that was rejected there
 * waits anyway. `waiting`: those of the shared that do. 403, 404.
 */
export async function shareFiles(
  { db, now }: Deps,
  actor: Actor,
  group: string,
  uploads: string[],
): Promise<{ shared: number; waiting: number }> {
  const { role, org } = await groupFor(db, actor, group)
  if (!role) throw forbidden()
  const owned = await db.upload.findMany({ where: { id: { in: uploads }, deleted: false } })
  for (const id of uploads) {
    const row = owned.find((one) => one.id === id.toLowerCase())
    if (!row) throw notFound('lark.errorMsg', id)
    if (row.ownerId !== actor.person || row.orgId !== actor.org) throw forbidden()
  }
  const [reviewed, rejected] = [await reviewsSharing(db, org.id), await rejectedAmong(db, group, uploads)]
  const made = await db.sharedResource.createManyAndReturn({
    data: uploads.map((uploadId) => ({
      id: newId(),
      groupId: group,
      uploadId,
      sharedBy: actor.person,
      sharedAt: now(),
      auditStatus: reviewed || rejected.has(uploadId) ? 'wait' : 'agree',
    })),
    skipDuplicates: true,
    select: { auditStatus: true },
  })
  return { shared: made.length, waiting: made.filter(({ auditStatus }) => auditStatus === 'wait').length }
}

export async function unshareFile({ db }: Deps, actor: Actor, group: string, upload: string): Promise<null> {
  await groupFor(db, actor, group)
  const shared = await db.sharedResource.findUnique({ where: { groupId_uploadId: { groupId: group, uploadId: upload } } })
  if (!shared) throw notFound('lark.errorMsg', upload)
  if (shared.sharedBy !== actor.person) await groupFor(db, actor, group, 'manager')
  await keepRejections(db, group, shared.sharedBy, upload)
  await db.sharedResource.delete({ where: { id: shared.id } })
  return null
}
