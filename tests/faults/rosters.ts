// A school's register as files, the steps of its imports, and all that is there of it afterwards, by the names that the register has for things.
import { until } from '@lyceum/kit/test/wait'
import { makeSchool, type Person, type School } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import type { Address } from '../flows/start.ts'
import { query } from './course.ts'

const [people, each, courses] = [2000, 2, 40]
/** Lines of the files. */
export const sizes = { people, courses, enrolments: people * each }
export type Kind = keyof typeof sizes
export type Act = 'check' | 'apply' | 'undo'
export type Step = `${Act} of ${Kind}`

/** Addresses are one person's in the whole installation. */
export const domainOf = ({ id }: Pick<School, 'id'>): string => `r${id.slice(-12)}.example.edu`
const table = (head: string, count: number, line: (nth: number) => string) =>
  Buffer.from(`${head}\n${Array.from({ length: count }, (_, nth) => line(nth)).join('\n')}\n`)
const fileOf = (school: School, kind: Kind): Buffer<ArrayBuffer> => {
  if (kind === 'courses') return table('id,name,course_code', courses, (nth) => `C${nth},Course ${nth},K${nth}`)
  if (kind === 'enrolments')
    return table('id,course,person,role', people * each, (nth) => {
      const person = Math.floor(nth / each)
      return `E${nth},C${(person + (nth % each) * 7) % courses},P${person},${person % 50 === 0 ? 'instructor' : 'student'}`
    })
  const domain = domainOf(school)
  // two have one number, and one has no address that could be one: neither is made, whatever happens meanwhile
  const lines = (nth: number) => `P${nth},R${nth === 7 ? 6 : nth},Person ${nth},${nth === 9 ? 'none' : `p${nth}@${domain}`},student`
  return table('id,user_no,name,email,roles', people, lines)
}

export type Register = {
  school: School
  /** Ends when nothing is done with the import any more. `during` gets its task once that is begun. */
  take(step: Step, during?: (task: string) => Promise<unknown>): Promise<void>
}

/** The file of each kind is stored first. */
export async function makeRegister(at: Address): Promise<Register> {
  const school = await makeSchool(at)
  const admin = await school.signIn('admin')
  const uploads = {} as Record<Kind, string>
  for (const kind of Object.keys(sizes) as Kind[]) uploads[kind] = (await send(admin, `${kind}.csv`, fileOf(school, kind))).id
  const runs = {} as Record<Kind, Awaited<ReturnType<typeof ended>>>
  return {
    school,
    async take(step, during) {
      const [act, , kind] = step.split(' ') as [Act, 'of', Kind]
      const { id, task } = await begin(admin, { act, kind, upload: uploads[kind], ...(act !== 'check' && { run: runs[kind] }) })
      await during?.(task)
      runs[kind] = await ended(admin, id)
      const wanted = { check: 'ready', apply: 'applied', undo: 'undone' }[act]
      if (runs[kind].state !== wanted) throw new Error(`${step}: ${runs[kind].state} ${JSON.stringify(runs[kind].error)}`)
    },
  }
}

type Wanted = { act: Act; kind: Kind; upload: string; run?: { id: string; version: number } }
async function begin(admin: Person, { act, kind, upload, run }: Wanted): Promise<{ id: string; task: string }> {
  if (!run) return await admin.call('POST /api/data-import', { body: { kind, mode: 'whole', upload_ids: [upload] } })
  const { id, version } = run
  const { task } = await admin.call(`POST /api/data-import/:id/${act as 'apply' | 'undo'}`, { params: { id }, body: { version } })
  return { id, task }
}

export const ended = (admin: Person, id: string, ms = 180_000) =>
  until(
    async () => {
      const run = await admin.call('GET /api/data-import/:id', { params: { id } })
      return ['checking', 'applying', 'undoing'].includes(run.state) ? undefined : run
    },
    ms,
    100,
  )

/** The rows of what each service has, in an order that is the same in every school. */
const stateOf = {
  identity: {
    people: `
      select e.external_id as id, p.user_no, p.name, replace(p.email, $2, '') as email, p.deleted, m.roles, m.state, m.until, m.import_id is not null as brought
      from persons p left join kit.external_ids e on e.subject = p.id and e.kind = 'person' left join memberships m on m.person_id = p.id
      where p.org_id = $1 and (p.user_no ~ '^R[0-9]' or e.external_id is not null) order by e.external_id, p.user_no`,
    grants: `
      select e.external_id as id, g.role, g.source from role_grants g join kit.external_ids e on e.subject = g.person_id
      where g.org_id = $1 order by 1, 2, 3`,
    keepers: `
      select e.external_id as id, k.keeper, k.fields from field_keepers k join kit.external_ids e on e.subject = k.subject where k.org_id = $1 order by 1, 2`,
    ids: `select kind, source, external_id from kit.external_ids where org_id = $1 order by 1, 2, 3`,
    invitations: `select id::text from account_invitations where org_id = $1`,
  },
  course: {
    courses: `
      select e.external_id as id, c.name, c.course_code, c.deleted, c.published from courses c left join kit.external_ids e on e.subject = c.id
      where c.org_id = $1 order by 1, 2`,
    enrolments: `
      select c.course_code, p.user_no, e.role, e.state, x.external_id as id, e.left_ids from enrolments e join courses c on c.id = e.course_id
      left join mirror.persons p on p.id = e.person_id left join kit.external_ids x on x.subject = e.id where e.org_id = $1 order by 1, 2, 3`,
    ids: `select kind, source, external_id from kit.external_ids where org_id = $1 order by 1, 2, 3`,
  },
  import: {
    runs: `
      select kind, state, counts, holds, removals, error, undo_begun, staged_lines, files - 'upload' as files from roster_runs where org_id = $1 order by kind`,
    lines: `
      select c.kind, c.nth, c.external_id, c.outcome, c.code, c.done, c.undone, c.target_id is not null as known from roster_changes c
      join roster_runs r on r.id = c.run where r.org_id = $1 order by 1, 2`,
    rows: `
      select k.kind, k.external_id, k.state, k.target_id is not null as known from roster_rows k join roster_sources s on s.id = k.source_id
      where s.org_id = $1 order by 1, 2`,
    tasks: `select kind, state, count(*)::int as n from kit.tasks where org_id = $1 group by 1, 2 order by 1, 2`,
  },
} as const
const audited = `select action, count(*)::int as n from kit.audit where org_id = $1 group by 1 order by 1`

type State = Record<string, unknown[]>
export async function stateThere({ databases }: Address, school: School): Promise<State> {
  const state: State = {}
  for (const [service, reads] of Object.entries(stateOf))
    for (const [name, sql] of Object.entries({ ...reads, audited }))
      state[`${service} ${name}`] = await query(databases[service], sql, sql.includes('$2') ? [school.id, domainOf(school)] : [school.id])
  return state
}

/** The differences, a few of each kind: a list of thousands of rows is no message. */
export function differences(state: State, wanted: State): string[] {
  return Object.keys(wanted).flatMap((name) => {
    const [are, were] = [state[name], wanted[name]].map((rows) => new Set((rows ?? []).map((row) => JSON.stringify(row))))
    const count = state[name]!.length - wanted[name]!.length
    return [
      ...(count === 0 ? [] : [`${name}: ${count} more rows`]),
      ...[...are!]
        .filter((row) => !were!.has(row))
        .map((row) => `${name} has ${row}`)
        .slice(0, 3),
      ...[...were!]
        .filter((row) => !are!.has(row))
        .map((row) => `${name} has not ${row}`)
        .slice(0, 3),
    ]
  })
}

/** A mirror and what its owner has, as lists of rows in one order. */
const copies = [
  {
    owner: 'identity',
    table: 'mirror.persons',
    of: `select id::text, name, user_no, coalesce(email, '') as email, deleted from persons where org_id = $1 order by 1`,
    at: `select id::text, name, user_no, email, deleted from mirror.persons where org_id = $1 order by 1`,
  },
  {
    owner: 'identity',
    table: 'mirror.memberships',
    // of those who are suspended there is none
    of: `select person_id::text as id, roles from memberships where org_id = $1 and state = 'active' order by 1`,
    at: `select person_id::text as id, roles from mirror.memberships where org_id = $1 order by 1`,
  },
  {
    owner: 'course',
    table: 'mirror.members',
    of: `select course_id::text, person_id::text, role, state from enrolments where org_id = $1 order by 1, 2`,
    at: `select course_id::text, person_id::text, role, state from mirror.members where org_id = $1 order by 1, 2`,
  },
  {
    owner: 'course',
    table: 'mirror.courses',
    of: `select id::text, name, course_code, deleted from courses where org_id = $1 order by 1`,
    at: `select id::text, name, course_code, deleted from mirror.courses where org_id = $1 order by 1`,
  },
]

/** Mirrors that do not become what their owner has, and services that could not handle a fact. */
export async function behind({ databases }: Address, { id }: School): Promise<string[]> {
  const found: string[] = []
  for (const { owner, table, of, at } of copies) {
    const wanted = JSON.stringify(await query(databases[owner], of, [id]))
    for (const [service, url] of Object.entries(databases)) {
      const [there] = await query<{ yes: boolean }>(url, `select to_regclass('${table}') is not null as yes`)
      if (service === owner || !there?.yes) continue
      const same = async () => JSON.stringify(await query(url, at, [id])) === wanted
      await until(same, 60_000, 200).catch(() => found.push(`${table} of ${service}`))
    }
  }
  for (const [service, url] of Object.entries(databases))
    for (const { error } of await query<{ error: string }>(url, 'select error from kit.parked'))
      found.push(`parked in ${service}: ${error}`)
  return found
}
