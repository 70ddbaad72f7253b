// The contract table of rosters: departments, grades, classes, programs and people of another system's register, up to 500 rows a call.
import { Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { RosterFind, RosterFound, RosterList, RosterReply, rosterBody, rosterRow, RosterUndo, RosterUndone } from '@lyceum/kit/rosters/api'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'
import { OrgRole } from '../persons/api.ts'
import { StudyUnitKind } from '../study-units/api.ts'

/** Fields that are left out stay as they are; of a `gone` row none but the external id is read. */
export const RosterDepartment = Type.Object({
  ...rosterRow,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 64 })),
  parent_id: Type.Optional(nullable(Id)),
})
export const RosterStudyUnit = Type.Object({
  ...rosterRow,
  kind: Type.Optional(StudyUnitKind),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 64 })),
  department_id: Type.Optional(nullable(Id)),
  grade_id: Type.Optional(nullable(Id)),
  program_id: Type.Optional(nullable(Id)),
})
export const RosterPerson = Type.Object({
  ...rosterRow,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  user_no: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  email: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  mobile_phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
  roles: Type.Optional(Type.Array(OrgRole, { minItems: 1, maxItems: 7, uniqueItems: true })),
  /** suspended: as one that is gone. */
  state: Type.Optional(oneOf('active', 'suspended')),
  department_id: Type.Optional(nullable(Id)),
  grade_id: Type.Optional(nullable(Id)),
  klass_id: Type.Optional(nullable(Id)),
  program_id: Type.Optional(nullable(Id)),
})
export type RosterDepartment = Static<typeof RosterDepartment>
export type RosterStudyUnit = Static<typeof RosterStudyUnit>
export type RosterPerson = Static<typeof RosterPerson>

/** The code of the management is the person's who calls; the work of an import has entered it where it began. */
const errors = ['department.only', 'authCode.needed', 'demo.closed'] as const
const bodyLimit = 4 * 1024 ** 2
const change = {
  may: 'people.import',
  wide: true,
  management: true,
  jobs: 'roster',
  judges: 'check',
  reply: RosterReply,
  bodyLimit,
  errors,
} as const
const undo = {
  may: 'people.import',
  wide: true,
  management: true,
  jobs: 'roster',
  body: RosterUndo,
  reply: RosterUndone,
  bodyLimit,
  errors,
} as const
const find = {
  may: 'people.import',
  wide: true,
  management: true,
  jobs: 'roster',
  body: RosterFind,
  reply: RosterFound,
  repeatable: true,
  errors,
} as const

const list = { may: 'people.import', wide: true, management: true, query: RosterList, errors } as const
const Listed = { id: Type.String(), external_id: nullable(Type.String()) }
const next = nullable(Type.String({ description: 'the last id, where there are more' }))
export const ListedDepartment = Type.Object({ ...Listed, name: Type.String(), code: Type.String(), parent_id: nullable(Type.String()) })
/** `user_no`: of a guest the number with which they have joined, empty where there is none. */
export const ListedPerson = Type.Object({
  ...Listed,
  name: Type.String(),
  user_no: Type.String(),
  email: nullable(Type.String()),
  mobile_phone: nullable(Type.String()),
  roles: Type.Array(OrgRole),
  department_id: nullable(Type.String()),
  state: oneOf('active', 'suspended'),
})
export type ListedDepartment = Static<typeof ListedDepartment>
export type ListedPerson = Static<typeof ListedPerson>

export const rosterCalls = calls({
  'GET /api/roster/departments': {
    ...list,
    summary: 'Departments of the organisation as a roster has them, 500 a page',
    reply: Type.Object({ items: Type.Array(ListedDepartment), next }),
  },
  'GET /api/roster/people': {
    ...list,
    summary: 'People of the organisation as a roster has them, 500 a page; suspended ones too',
    reply: Type.Object({ items: Type.Array(ListedPerson), next }),
  },
  'PUT /api/roster/departments': {
    ...change,
    summary:
      'Departments of a source as it has them now, those above before those below: made, changed, or deleted where nobody is in them',
    body: rosterBody(RosterDepartment),
  },
  'PUT /api/roster/study-units': {
    ...change,
    summary: 'Grades, classes and programs of a source as it has them now: made, changed, or deleted where nobody is in them',
    body: rosterBody(RosterStudyUnit),
  },
  'PUT /api/roster/people': {
    ...change,
    summary:
      'People of a source as it has them now: made, changed, suspended when they are gone, resumed when they return. Nobody is erased',
    body: rosterBody(RosterPerson),
  },
  'PUT /api/roster/departments/undo': { ...undo, summary: 'Departments as they were before a run, unless somebody has changed them since' },
  'PUT /api/roster/study-units/undo': {
    ...undo,
    summary: 'Grades, classes and programs as they were before a run, unless somebody has changed them since',
  },
  'PUT /api/roster/people/undo': {
    ...undo,
    summary: 'People as they were before a run, unless somebody has changed them since; whom the run has made is suspended',
  },
  'POST /api/roster/departments/find': { ...find, summary: 'Departments by external id or code' },
  'POST /api/roster/study-units/find': { ...find, summary: 'Grades, classes and programs by external id or code' },
  'POST /api/roster/people/find': { ...find, summary: 'People by external id or user number' },
})
