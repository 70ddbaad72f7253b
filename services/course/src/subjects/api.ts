// Subjects of an organisation: the codes by which its courses are of one subject.
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** The most subjects of an organisation. */
export const mostSubjects = 20_000

const fields = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  department_id: Type.Optional(nullable(Id)),
})
export type SubjectDraft = Static<typeof fields>

const Named = Type.Object({ id: Type.String(), name: Type.String() })
export const Subject = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  department: nullable(Named),
  courses: Type.Integer({ description: 'that have its code, deleted ones left out' }),
  state: oneOf('active', 'merged'),
  merged_into: nullable(Type.Object({ id: Type.String(), code: Type.String(), name: Type.String() })),
  merged_until: nullable({ ...Time, description: 'until when its merge can be taken back; null: it cannot' }),
  version: Type.Integer(),
})
export type Subject = Static<typeof Subject>

const management = { may: 'subjects.change', management: true } as const
const refusals = ['department.only', 'subjectCode.taken', 'department.unknown', 'authCode.needed'] as const
const ofOne = [...refusals, 'subjectCode.notFound', 'subjectCode.newer'] as const

export const subjectCalls = calls({
  'GET /api/subjects': {
    ...management,
    summary: 'Subjects by code, with the number of their courses; conditions: keyword, department_id, state (active, merged), ids',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 8000 })) }),
    reply: paged(Subject),
    errors: ['authCode.needed'],
  },
  'POST /api/subjects': {
    ...management,
    summary: 'Make a subject; courses that have its code are of it',
    status: 201,
    body: fields,
    reply: Subject,
    errors: [...refusals, 'subjectCode.tooMany'],
    example: { code: 'MB', name: 'Marine Biology' },
  },
  'PUT /api/subjects/:id': {
    ...management,
    summary: 'Change a subject; its courses follow a new code by a job',
    params: ById,
    body: Type.Interface([changes(fields)], { version: Version }),
    reply: Subject,
    errors: [...ofOne, 'subjectCode.isMerged'],
  },
  'DELETE /api/subjects/:id': {
    ...management,
    summary: 'Delete a subject without courses; it can be restored',
    status: 204,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: [...ofOne, 'subjectCode.inUse'],
  },
  'PUT /api/subjects/:id/restore': {
    ...management,
    summary: 'Bring back a subject that was deleted',
    params: ById,
    reply: Subject,
    errors: [...refusals, 'subjectCode.notFound'],
  },
  'POST /api/subjects/:id/merge': {
    ...management,
    summary: 'Merge a subject into another one: its courses get the code of that one by a job. It can be taken back for a week',
    params: ById,
    body: Type.Object({ into: Id, version: Version }),
    reply: Subject,
    errors: [...ofOne, 'subjectCode.isMerged', 'subjectCode.unknown'],
  },
  'POST /api/subjects/:id/unmerge': {
    ...management,
    summary:
      'Take back a merge of the last week, of a chain the last one first: courses that still have the code of the other one get that of this one again, by a job',
    params: ById,
    body: Type.Object({ version: Version }),
    reply: Subject,
    errors: [...ofOne, 'subjectCode.notMerged'],
  },
})
