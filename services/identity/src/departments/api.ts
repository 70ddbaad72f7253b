// The calls of departments, and their fields.
import { ExternalId, ExternalIdDraft, externalIdQuery } from '@lyceum/kit/external-ids/api'
import { ById, changes, Id, nullable, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

export const DepartmentRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The organisation's own; empty: none. */
  code: Type.String(),
  parent_id: nullable(Type.String()),
  /** Ids from the top down to its own. */
  path: Type.Array(Type.String()),
  sort: Type.Integer(),
  people: Type.Optional(Type.Integer({ description: 'in it and below, where `people` asks for it' })),
  external_ids: Type.Array(ExternalId),
  version: Type.Integer(),
})
export type DepartmentRow = Static<typeof DepartmentRow>

/** Directly in it. */
export const DepartmentUses = Type.Object({ departments: Type.Integer(), people: Type.Integer(), units: Type.Integer() })
export type DepartmentUses = Static<typeof DepartmentUses>

const Named = Type.Object({ id: Type.String(), name: Type.String() })
/** Of a department that is part of another one. */
export const DepartmentMerge = Type.Interface([Named], { into: Named, by: nullable(Named), merged_at: Time, until: Time })
export type DepartmentMerge = Static<typeof DepartmentMerge>
export const UnmergedDepartment = Type.Object({
  department: DepartmentRow,
  people: Type.Integer({ description: 'that came back' }),
  units: Type.Integer({ description: 'that came back' }),
  departments: Type.Integer({ description: 'directly below it that came back' }),
  stayed: Type.Integer({ description: 'people, units and departments that were moved since' }),
})
export type UnmergedDepartment = Static<typeof UnmergedDepartment>

const fields = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.Optional(Type.String({ maxLength: 64 })),
  parent_id: Type.Optional(nullable(Id)),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  external_id: Type.Optional(ExternalIdDraft),
})
export const DepartmentDraft = fields
export type DepartmentDraft = Static<typeof DepartmentDraft>

const refusals = ['department.codeTaken', 'department.unknown', 'externalId.taken', 'authCode.needed'] as const

export const departmentCalls = calls({
  'GET /api/departments': {
    summary:
      'Departments of the organisation by their place in the tree: all, those with a word in name or code, those directly under one, or one with those below it (`within`)',
    may: 'signedIn',
    query: pageQuery({
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      parent_id: Type.Optional(Id),
      within: Type.Optional(Id),
      ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      people: Type.Optional(Type.Boolean({ description: 'with the number of people, for those who may change departments' })),
      ...externalIdQuery,
    }),
    reply: paged(DepartmentRow),
  },
  'POST /api/departments': {
    summary: 'Make a department',
    may: 'departments.change',
    status: 201,
    body: DepartmentDraft,
    reply: DepartmentRow,
    errors: [...refusals, 'department.tooDeep'],
    example: { name: 'Marine Sciences', code: 'MAR' },
  },
  'PUT /api/departments/:id': {
    summary: 'Change or move a department; those below it move along',
    may: 'departments.change',
    params: ById,
    body: Type.Interface([changes(fields)], { version: Version }),
    reply: DepartmentRow,
    errors: [...refusals, 'department.notFound', 'department.newer', 'department.cycle', 'department.tooDeep'],
  },
  'GET /api/departments/:id/uses': {
    summary: 'Departments, people and study units that are directly in a department',
    may: 'departments.change',
    management: true,
    params: ById,
    reply: DepartmentUses,
    errors: ['department.notFound', 'authCode.needed'],
  },
  'POST /api/departments/:id/merge': {
    summary:
      'Make a department part of another: people, courses, study units, departments below it and whatever names it follow; what other systems call it stands for the other. It can be taken back for a week',
    may: 'departments.change',
    tx: false,
    params: ById,
    body: Type.Object({ into: Id, version: Version }),
    reply: DepartmentRow,
    errors: ['department.notFound', 'department.newer', 'department.unknown', 'department.cycle', 'department.tooDeep', 'authCode.needed'],
  },
  'GET /api/departments/merges': {
    summary: 'Merges of the last week that can be taken back, the newest first, at most 100',
    may: 'departments.change',
    management: true,
    reply: Type.Object({ items: Type.Array(DepartmentMerge) }),
    errors: ['authCode.needed'],
  },
  'POST /api/departments/:id/unmerge': {
    summary:
      'Take back a merge of this department: it is there again, with the people, units, departments, courses and whatever else came from it and is still where the merge put it',
    may: 'departments.change',
    management: true,
    tx: false,
    params: ById,
    reply: UnmergedDepartment,
    errors: ['departmentMerge.notFound', 'department.codeTaken', 'department.tooDeep', 'authCode.needed'],
  },
  'DELETE /api/departments/:id': {
    summary: 'Delete a department that has neither people nor departments, classes or programs below it',
    may: 'departments.change',
    status: 204,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: ['department.notFound', 'department.newer', 'department.inUse', 'authCode.needed'],
  },
})
