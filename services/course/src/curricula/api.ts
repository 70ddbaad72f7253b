// Curricula: the courses of a program by its terms, who lacks which of them, and classes that are enrolled in them.
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** The most rows of a curriculum, terms of a program, courses of a code that are listed, and curricula of an organisation. */
export const [mostRows, mostTerms, mostCourses, mostCurricula] = [500, 30, 10, 5000]

export const ProgramTerm = Type.Integer({ minimum: 1, maximum: mostTerms, description: 'of the program, from its first one' })
export const CurriculumRow = Type.Object({
  term: ProgramTerm,
  course_code: Type.String({ minLength: 1, maxLength: 64 }),
  compulsory: Type.Boolean({ description: 'classes are enrolled in it; others are chosen by each student' }),
  credits: Type.Number({ minimum: 0, maximum: 1000, multipleOf: 0.01 }),
})
export type CurriculumRow = Static<typeof CurriculumRow>

const Named = Type.Object({ id: Type.String(), name: Type.String() })
const summary = {
  id: Type.String(),
  name: Type.String(),
  program: Named,
  terms: Type.Integer(),
  version: Type.Integer(),
}
export const CurriculumSummary = Type.Object({
  ...summary,
  courses: Type.Integer({ description: 'rows' }),
  credits: Type.Number(),
  classes: Type.Integer({ description: 'links that keep a class in step' }),
  held: Type.Integer({ description: 'links that wait for a person' }),
})
export type CurriculumSummary = Static<typeof CurriculumSummary>
export const Curriculum = Type.Object({ ...summary, rows: Type.Array(CurriculumRow) })
export type Curriculum = Static<typeof Curriculum>

const fields = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  terms: ProgramTerm,
  rows: Type.Array(CurriculumRow, { maxItems: mostRows }),
})
export const CurriculumDraft = Type.Object({
  program_id: Id,
  name: fields.properties.name,
  terms: ProgramTerm,
  rows: Type.Optional(fields.properties.rows),
})
export type CurriculumDraft = Static<typeof CurriculumDraft>
export const CurriculumChanges = Type.Interface([changes(fields)], { version: Version })
export type CurriculumChanges = Static<typeof CurriculumChanges>

export const CurriculumCourse = Type.Interface([CurriculumRow], {
  courses: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      klass: Type.String({ description: 'a text of the course' }),
      academic_year: nullable(Type.String()),
      semester: nullable(Type.String()),
    }),
    { description: `with its code, at most ${mostCourses}` },
  ),
  missing: Type.Integer({ description: "people of the program's classes who are in none of them" }),
})
export type CurriculumCourse = Static<typeof CurriculumCourse>

export const MissingPerson = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() }),
  klass: Named,
  codes: Type.Array(Type.String(), { description: 'of compulsory courses, by term' }),
})
export type MissingPerson = Static<typeof MissingPerson>

export const EnrolRequest = Type.Object({
  klass_id: Id,
  term: ProgramTerm,
  term_id: Type.Optional(nullable({ ...Id, description: 'of the organisation, whose courses are meant; missing: those not ended' })),
  mode: oneOf('once', 'keep'),
})
export type EnrolRequest = Static<typeof EnrolRequest>

export const CurriculumLink = Type.Object({
  id: Type.String(),
  klass: Named,
  term: Type.Integer(),
  term_id: nullable(Type.String()),
  state: oneOf('active', 'held', 'ended'),
  enrolments: Type.Integer({ description: 'that it keeps' }),
  removals: Type.Integer({ description: 'that would end, while it is held' }),
  department: nullable(Type.String({ description: 'the name of the department to whose courses it is bound' })),
  changeable: Type.Boolean({ description: 'the caller may confirm, end and restore it: it reaches no further than their department' }),
  created_at: Time,
  version: Type.Integer(),
})
export type CurriculumLink = Static<typeof CurriculumLink>

const management = { may: 'curriculum.change', management: true } as const
const bounds = ['department.only', 'authCode.needed'] as const
const rowRefusals = ['curriculum.termBeyond', 'curriculum.codeTwice'] as const
const LinkOf = Type.Object({ id: Id, link_id: Id })
const linkRefusals = [...bounds, 'curriculum.notFound', 'curriculumLink.notFound', 'curriculumLink.newer'] as const

export const curriculumCalls = calls({
  'GET /api/curricula': {
    ...management,
    summary: 'Curricula by name; conditions: keyword, program_id. Of a department: those of its programs',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 1000 })) }),
    reply: paged(CurriculumSummary),
    errors: ['authCode.needed'],
  },
  'POST /api/curricula': {
    ...management,
    summary: 'Make a curriculum of a program',
    status: 201,
    body: CurriculumDraft,
    reply: Curriculum,
    errors: [...bounds, ...rowRefusals, 'curriculum.unknownProgram', 'curriculum.tooMany'],
    example: { program_id: '01900000-0000-7000-8000-000000000001', name: 'Marine Biology 2026', terms: 8 },
  },
  'GET /api/curricula/:id': {
    ...management,
    summary: 'A curriculum with its rows in their order',
    params: ById,
    reply: Curriculum,
    errors: [...bounds, 'curriculum.notFound'],
  },
  'PUT /api/curricula/:id': {
    ...management,
    summary: 'Change a curriculum; its rows are replaced as a whole',
    params: ById,
    body: CurriculumChanges,
    reply: Curriculum,
    errors: [...bounds, ...rowRefusals, 'curriculum.notFound', 'curriculum.newer'],
  },
  'DELETE /api/curricula/:id': {
    ...management,
    summary: 'Delete a curriculum that no class is kept in step with; it can be restored',
    status: 204,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: [...bounds, 'curriculum.notFound', 'curriculum.newer', 'curriculum.inUse'],
  },
  'PUT /api/curricula/:id/restore': {
    ...management,
    summary: 'Bring back a curriculum that was deleted',
    params: ById,
    reply: Curriculum,
    errors: [...bounds, 'curriculum.notFound'],
  },
  'GET /api/curricula/:id/courses': {
    ...management,
    summary: 'Rows of a curriculum with the courses there are for each, and how many people of the program are in none of them',
    params: Type.Object({ id: Id }),
    query: Type.Object({ term: Type.Optional(ProgramTerm), term_id: Type.Optional(Id) }),
    reply: Type.Object({ items: Type.Array(CurriculumCourse), people: Type.Integer({ description: "of the program's classes" }) }),
    errors: [...bounds, 'curriculum.notFound'],
  },
  'GET /api/curricula/:id/missing': {
    ...management,
    summary: "People of the program's classes who are in no course of a compulsory code",
    params: Type.Object({ id: Id }),
    query: pageQuery({
      term: Type.Optional(ProgramTerm),
      klass_id: Type.Optional(Id),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: paged(MissingPerson),
    errors: [...bounds, 'curriculum.notFound'],
  },
  'POST /api/curricula/:id/enrol': {
    ...management,
    summary:
      'A task that enrols the people of a class in the compulsory courses of a term once, or keeps them enrolled: who joins or leaves the class joins or leaves these courses',
    params: ById,
    body: EnrolRequest,
    reply: Type.Object({ task: Type.String() }),
    status: 202,
    errors: [...bounds, 'curriculum.notFound', 'curriculum.unknownKlass', 'curriculum.noCourses', 'term.unknown', 'curriculumLink.taken'],
  },
  'GET /api/curricula/:id/links': {
    ...management,
    summary: 'Classes that are kept in step with a curriculum',
    params: Type.Object({ id: Id }),
    query: pageQuery(),
    reply: paged(CurriculumLink),
    errors: [...bounds, 'curriculum.notFound'],
  },
  'PUT /api/curricula/:id/links/:link_id/confirm': {
    ...management,
    summary: 'Let so many enrolments of a held link end; 409 when they are others by now',
    params: LinkOf,
    body: Type.Object({ removals: Type.Integer({ minimum: 1, maximum: 1_000_000 }), version: Version }),
    reply: CurriculumLink,
    errors: [...linkRefusals, 'curriculumLink.notHeld', 'curriculumLink.otherNumber'],
  },
  'DELETE /api/curricula/:id/links/:link_id': {
    ...management,
    summary: 'Keep a class in step no longer; its enrolments stay. It can be restored for a day',
    status: 204,
    params: LinkOf,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: linkRefusals,
  },
  'PUT /api/curricula/:id/links/:link_id/restore': {
    ...management,
    summary: 'Keep a class in step again, within a day',
    params: LinkOf,
    reply: CurriculumLink,
    errors: [...linkRefusals, 'curriculumLink.taken'],
  },
})
