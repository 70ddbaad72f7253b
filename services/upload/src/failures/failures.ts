// The recordings of an organisation whose conversion failed and whose bytes are kept, so that it can be tried again.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { fileInDepartment } from '../storage/departments.ts'
import { readableSql } from '../storage/readable.ts'
import type { FailedUpload } from './api.ts'

/** The conditions of the index uploads_failed_idx, which holds only these. */
const failed = `u.org_id = $1 and u.status = 'failed' and u.type in ('video', 'audio') and u.stored_at is not null and not u.deleted`

type Row = Omit<FailedUpload, 'size' | 'owner' | 'course' | 'created_at'> & {
  size: string
  owner_id: string
  owner: string
  course_id: string | null
  course: string | null
  created_at: Date
}

export async function failedUploads({ db }: Pick<Deps, 'db'>, { org, department = '' }: Actor, page: PageQuery) {
  const from = `from uploads u left join mirror.courses c on c.id = u.course_id
    where ${failed} and ${readableSql}
      and ($2 = '' or ${fileInDepartment})`
  const values = [org, department]
  const total = (await one<{ total: number }>(db, `select count(*)::int as total ${from}`, ...values))?.total ?? 0
  const { limit, offset } = limits(page)
  const found =
    total === 0
      ? []
      : await rows<Row>(
          db,
          `
          select u.id::text, u.name, u.type, u.size::text, u.reason, u.owner_id::text, u.created_at, u.course_id::text, c.name as course,
            coalesce((select p.name from mirror.persons p where p.id = u.owner_id), '') as owner
          ${from} order by u.created_at desc, u.id limit ${limit} offset ${offset}`,
          ...values,
        )
  return pageOf(
    page,
    total,
    found.map(
      ({ size, owner_id, owner, course_id, course, created_at, ...row }): FailedUpload => ({
        ...row,
        size: Number(size),
        owner: { id: owner_id, name: owner },
        course: course_id === null ? null : { id: course_id, name: course ?? '' },
        created_at: created_at.toISOString(),
      }),
    ),
  )
}
