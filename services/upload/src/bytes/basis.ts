// The check of a grant's basis: its session, the person and their membership, and their right in the course or to the file. One query
// reads mirrors and projections; the rules are those of courses and of uploads.
import { type CourseRole, differenceSql, mayVisit, openSql, stillViews } from '@lyceum/course/mirror/rules'
import { asText, departmentBinding, type Difference, type Differences, permissionsIn, setOf } from '@lyceum/identity/mirror/permissions'
import { one, type Tx } from '@lyceum/kit/database/database'
import { Problem } from '@lyceum/kit/calls/errors'
import type { Grant } from '../../mirror/grant.ts'
import type { Db } from '../deps.ts'
import { readAccess } from '../uploads/rights.ts'

/** `wholeFile`: the right to the whole file, independent of allow_download; or as the grant carries it. */
export type GrantRight = { wholeFile: boolean | 'as granted' }

type Row = {
  session_ended: boolean
  revoked: boolean
  erased: boolean | null
  roles: string[] | null
  department: string | null
  differences: Differences | null
  course_org: string | null
  course_department: string | null
  path: string[] | null
  published: boolean
  deleted: boolean
  course_version: string
  role: CourseRole | null
  state: string
  member_version: string
  difference: Difference | null
  open: boolean
}

const basisSql = `
  select exists (select 1 from ended_sessions where session = $1) as session_ended,
    exists (select 1 from grant_revocations where activity_id = nullif($2, '')::uuid and before > $3)
      or exists (select 1 from personal_grant_revocations where activity_id = nullif($2, '')::uuid and person_id = nullif($4, '')::uuid and before > $7) as revoked,
    p.deleted as erased, b.roles, b.department_id::text as department, bo.role_permissions as differences, c.org_id::text as course_org, c.published, c.deleted, c.version::text as course_version,
    c.department_id::text as course_department, d.path::text[], ${differenceSql} as difference, ${openSql} as open, m.role, case when c.org_id = any(p.suspended_in) or o.state = 'suspended' then 'suspended' else m.state end as state, m.version::text as member_version
  from (select nullif($4, '')::uuid as person, nullif($5, '')::uuid as org, nullif($6, '')::uuid as course) basis
  left join mirror.persons p on p.id = basis.person
  left join mirror.memberships b on b.person_id = basis.person and b.org_id = basis.org
  left join mirror.orgs bo on bo.id = basis.org
  left join mirror.courses c on c.id = basis.course
  left join mirror.members m on m.course_id = basis.course and m.person_id = basis.person
  left join mirror.orgs o on o.id = c.org_id
  left join mirror.departments d on d.id = c.department_id`

const isHeld = async (tx: Tx, holder: string, upload: string, org: string): Promise<boolean> =>
  (await one(tx, 'select 1 from upload_references where upload_id = $1 and activity_id = $2 and org_id = $3', upload, holder, org)) !==
  undefined

/** The right behind a grant; undefined when it has ended. `hand` is the database without Prisma: this runs while segments are served. */
export async function readGrantRight({ hand, db }: { hand: Tx; db: Db }, grant: Grant): Promise<GrantRight | undefined> {
  const { session, person, basis, activity, upload } = grant
  const course = basis?.course
  const row = (await one<Row>(
    hand,
    basisSql,
    session,
    course ? activity : '',
    course?.versions.activity ?? 0,
    person,
    basis?.org ?? '',
    course?.id ?? '',
    course?.versions.times ?? 0,
  ))!
  if (row.session_ended) return undefined
  if (!basis) return { wholeFile: 'as granted' }
  // a person missing from the mirror is new
  const left = row.erased !== null && basis.org !== '' && row.roles === null
  if (row.erased || left) return undefined
  const roles = row.roles ?? []
  const department = departmentBinding(roles, row.department)
  const can = permissionsIn(roles, row.differences ?? {})
  if (!course) {
    // a guest has no right of their own
    if (person === '') return undefined
    // what an organisation shows its people, while it does: the holder has decided whom
    if (activity !== '') return (await isHeld(hand, activity, upload, basis.org)) ? { wholeFile: 'as granted' } : undefined
    // a simulation only takes rights away: without a session none is read
    const access = await readAccess(
      db,
      { kind: 'person', person, session: '', org: basis.org, roles, can: asText(can), ...(department && { department }) },
      upload,
    ).catch((error) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    return access && { wholeFile: access.wholeFile }
  }
  if (row.revoked) return undefined
  const guestCan = mayVisit(row) ? setOf(['course.read']) : 0n
  const inDepartment = !department || !row.course_department || (row.path ?? [row.course_department]).includes(department)
  const view = stillViews(
    {
      course: row.course_org === null ? undefined : { ...row, version: Number(row.course_version) },
      member:
        row.role === null
          ? undefined
          : { role: row.role, active: row.state === 'active', version: Number(row.member_version), difference: row.difference },
      can: person === '' ? guestCan : row.course_org === basis.org && inDepartment ? can : 0n,
    },
    course.versions,
  )
  if (view === 'no' || (view === 'as student' && course.teaching)) return undefined
  return { wholeFile: view === 'as decided' || view === 'as inspector' ? 'as granted' : view === 'as teacher' }
}
