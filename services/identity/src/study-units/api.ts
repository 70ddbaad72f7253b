// The calls of grades, classes and programs, and their fields.
import { ExternalId, ExternalIdDraft, externalIdQuery } from '@lyceum/kit/external-ids/api'
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** klass: a class, as the specification writes it. */
export const StudyUnitKind = oneOf('grade', 'klass', 'program')
export type StudyUnitKind = Static<typeof StudyUnitKind>

export const StudyUnit = Type.Object({
  id: Type.String(),
  kind: StudyUnitKind,
  name: Type.String(),
  /** The organisation's own; empty: none. */
  code: Type.String(),
  /** Of a class and a program. */
  department_id: nullable(Type.String()),
  /** Of a class. */
  grade_id: nullable(Type.String()),
  program_id: nullable(Type.String()),
  sort: Type.Integer(),
  people: Type.Optional(Type.Integer({ description: 'who belongs to it, where `people` asks for it' })),
  external_ids: Type.Array(ExternalId),
  version: Type.Integer(),
})
export type StudyUnit = Static<typeof StudyUnit>

const fields = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.Optional(Type.String({ maxLength: 64 })),
  department_id: Type.Optional(nullable(Id)),
  grade_id: Type.Optional(nullable(Id)),
  program_id: Type.Optional(nullable(Id)),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  external_id: Type.Optional(ExternalIdDraft),
})
export const StudyUnitDraft = Type.Interface([fields], { kind: StudyUnitKind })
export type StudyUnitDraft = Static<typeof StudyUnitDraft>
export type StudyUnitFields = Static<typeof fields>

const refusals = [
  'department.only',
  'studyUnit.codeTaken',
  'studyUnit.unknown',
  'department.unknown',
  'externalId.taken',
  'authCode.needed',
] as const

export const studyUnitCalls = calls({
  'GET /api/study-units': {
    summary: 'Grades, classes and programs of the organisation, in their order',
    may: 'signedIn',
    query: pageQuery({
      kind: Type.Optional(StudyUnitKind),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      department_id: Type.Optional(Id),
      grade_id: Type.Optional(Id),
      program_id: Type.Optional(Id),
      ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      people: Type.Optional(Type.Boolean({ description: 'with the number of people, for those who may change departments' })),
      ...externalIdQuery,
    }),
    reply: paged(StudyUnit),
  },
  'POST /api/study-units': {
    summary: 'Make a grade, a class or a program',
    may: 'departments.change',
    status: 201,
    body: StudyUnitDraft,
    reply: StudyUnit,
    errors: refusals,
    example: { kind: 'klass', name: 'Marine Biology 2026 A', code: 'MB26A' },
  },
  'PUT /api/study-units/:id': {
    summary: 'Change a grade, a class or a program',
    may: 'departments.change',
    params: ById,
    body: Type.Interface([changes(fields)], { version: Version }),
    reply: StudyUnit,
    errors: [...refusals, 'studyUnit.notFound', 'studyUnit.newer'],
  },
  'DELETE /api/study-units/:id': {
    summary: 'Delete a grade, a class or a program that nobody and no class belongs to',
    may: 'departments.change',
    status: 204,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: ['department.only', 'studyUnit.notFound', 'studyUnit.newer', 'studyUnit.inUse', 'authCode.needed'],
  },
})
