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
import { isOwner, managedAmong } from '../uploads/rights.ts'
import type { Row } from '../rows/rows.ts'
import { groupFor } from './groups.ts'

type Query = PageQuery & { parent_id?: string; conditions?: string }
type Share = { id: string; groupId: string; sharedBy: string; sharedAt: Date; auditStatus: string }

export async function listShared({ db }: Deps, actor: Actor, group: string, query: Query) {
  await groupFor(db, actor, group)
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
    ? await listFolder(db, actor, group, query.parent_id, upload, query)
    : await listTop(db, actor, group, upload, query)
}

async function listTop(db: Db, actor: Actor, group: string, upload: Prisma.UploadWhereInput, query: Query) {
  const where: Prisma.SharedResourceWhereInput = {
    groupId: group,
    upload,
    OR: [{ auditStatus: 'agree' }, { sharedBy: actor.person || undefined }],
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

async function listFolder(db: Db, actor: Actor, group: string, folder: string, upload: Prisma.UploadWhereInput, query: Query) {
  const ancestors = await rows<{ id: string; name: string; share: string | null }>(
    db,
    `
    with recursive up as (
      select id, parent_id, name, 1 as n from uploads where id = $1 and is_folder and not deleted
      union all select u.id, u.parent_id, u.name, n + 1 from uploads u join up on u.id = up.parent_id where u.is_folder and not u.deleted and n < 100)
    select up.id::text, up.name, s.id::text as share from up
    left join shared_resources s on s.upload_id = up.id and s.group_id = $2 and s.audit_status = 'agree' order by n`,
    folder,
    group,
  )
  const last = ancestors.findIndex(({ share }) => share)
  if (last < 0) throw notFound('folder', folder)
  const share = await db.sharedResource.findUniqueOrThrow({ where: { id: ancestors[last]!.share! } })
  const where = { ...upload, parentId: folder }
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
    audit_status: share.auditStatus as 'agree' | 'reject' | 'others',
    shared_at: share.sharedAt.toISOString(),
    shared_by: { id: share.sharedBy, name: names.get(share.sharedBy)?.name ?? '' },
    upload: uploads[index]!,
  }))
}

/** Shares the actor's own files into a group; repeatable. 403, 404. */
export async function shareFiles({ db, now }: Deps, actor: Actor, group: string, uploads: string[]): Promise<{ shared: number }> {
  const { role } = await groupFor(db, actor, group)
  if (!role) throw forbidden()
  const owned = await db.upload.findMany({ where: { id: { in: uploads }, deleted: false } })
  for (const id of uploads) {
    const row = owned.find((one) => one.id === id.toLowerCase())
    if (!row) throw notFound('lark.errorMsg', id)
    if (row.ownerId !== actor.person || row.orgId !== actor.org) throw forbidden()
  }
  const { count } = await db.sharedResource.createMany({
    data: uploads.map((uploadId) => ({ id: newId(), groupId: group, uploadId, sharedBy: actor.person, sharedAt: now() })),
    skipDuplicates: true,
  })
  return { shared: count }
}

export async function unshareFile({ db }: Deps, actor: Actor, group: string, upload: string): Promise<null> {
  await groupFor(db, actor, group)
  const shared = await db.sharedResource.findUnique({ where: { groupId_uploadId: { groupId: group, uploadId: upload } } })
  if (!shared) throw notFound('lark.errorMsg', upload)
  if (shared.sharedBy !== actor.person) await groupFor(db, actor, group, 'manager')
  await db.sharedResource.delete({ where: { id: shared.id } })
  return null
}
