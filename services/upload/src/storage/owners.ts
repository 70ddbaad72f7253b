// The storage of an organisation for its management: how much is used, and by whom.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { counted } from '@lyceum/kit/kv/counted'
import type { Deps } from '../deps.ts'
import type { StorageOwner } from './api.ts'
import { inDepartment } from './departments.ts'
import { orgQuota } from '../rows/storage-rules.ts'
import { bytesInBin } from './storage.ts'

const kept = `from storage_used s where s.org_id = $1 and s.bytes > 0 and ($2 = '' or ${inDepartment('s.person_id')})`
/** Whoever keeps less than a thousand others do is not looked for here. */
const mostOwners = 1000

export async function storageOfOrganisation(deps: Deps, { org, department = '' }: Actor) {
  const { db, kv, now } = deps
  const use = await counted({ kv, now }, `storage-and-bin:${org}:${department}`, async () => {
    const row = await one<{ used: string }>(db, `select coalesce(sum(s.bytes), 0)::text as used ${kept}`, org, department)
    const in_bin = await bytesInBin(db, `u.org_id = $1 and ($2 = '' or ${inDepartment('u.owner_id')})`, org, department)
    return { used: Number(row?.used ?? 0), in_bin }
  })
  return { ...use, total: await orgQuota(deps, org) }
}

export async function storageOwners({ db }: Deps, { org, department = '' }: Actor, page: PageQuery) {
  const { limit, offset } = limits(page)
  const total =
    (
      await one<{ total: number }>(
        db,
        `select count(*)::int as total from (select 1 ${kept} limit ${mostOwners}) as owners`,
        org,
        department,
      )
    )?.total ?? 0
  const owners = await rows<Omit<StorageOwner, 'bytes'> & { bytes: string }>(
    db,
    `
    select o.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, o.bytes::text as bytes
    from (select s.person_id, s.bytes ${kept} order by s.bytes desc, s.person_id limit least(${limit}, greatest(0, ${mostOwners} - ${offset})) offset ${offset}) as o
    left join mirror.persons p on p.id = o.person_id order by o.bytes desc, o.person_id`,
    org,
    department,
  )
  return pageOf(
    page,
    total,
    owners.map(({ bytes, ...owner }): StorageOwner => ({ ...owner, bytes: Number(bytes) })),
  )
}
