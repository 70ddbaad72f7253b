// The calls of courses, and their fields.
import { calls } from '../call-table.ts'
import { ById, changes, Day, Id, nullable, oneOf, paged, pageQuery, sorted, Version } from '@lyceum/kit/calls/shapes'
import { ExternalIdDraft, externalIdQuery } from '@lyceum/kit/external-ids/api'
import { type Static, Type } from 'typebox'

const Text = (maxLength = 200) => Type.String({ maxLength })
const Named = Type.Object({ name: Text() })
const Department = Type.Object({ id: Type.Optional(nullable(Id)), name: Text() })

export const CourseRole = oneOf('student', 'instructor', 'instructor_assistant')
export type CourseRole = Static<typeof CourseRole>
/** student, visitor: with their rights. preview: as students will see it. inspect: a manager who changes nothing. */
export const Simulating = oneOf('student', 'visitor', 'preview', 'inspect')
export const LearningMode = oneOf('normal', 'checkpoint')
/** members: its members alone; organisation: everybody of the organisation finds it in the search. */
/** Readers of a course beside its members; public: people without a session too, where the organisation allows guest preview. */
export const PublicScope = oneOf('members', 'organisation', 'public')
/** ended: published, and its end date has passed. */
export const CourseStatus = oneOf('draft', 'published', 'ended', 'deleted')

export const CourseDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  display_name: Type.Optional(nullable(Text())),
  course_code: Type.Optional(Text(64)),
  course_type: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, description: '7 studio, 8 project, 11 from elsewhere, 1 any other' })),
  learning_mode: Type.Optional(LearningMode),
  term_id: Type.Optional(nullable(Id)),
  academic_year: Type.Optional(nullable(Type.Object({ name: Text() }, { description: 'without a term_id; with one it has its name' }))),
  semester: Type.Optional(nullable(Text(64))),
  department: Type.Optional(nullable(Department)),
  grade: Type.Optional(nullable(Named)),
  klass: Type.Optional(nullable(Named)),
  subject_code: Type.Optional(Text(64)),
  compulsory: Type.Optional(Type.Boolean()),
  public_scope: Type.Optional(PublicScope),
  course_outline: Type.Optional(Text(20_000)),
  allow_clone: Type.Optional(Type.Boolean()),
  teaching_class_name: Type.Optional(Text()),
  cover_upload_id: Type.Optional(nullable(Id)),
  cover_pattern: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 47, description: 'of the drawn cover; null: by the id' }))),
  class_distribution: Type.Optional(Type.Boolean({ description: 'members are shown by their classes' })),
  start_date: Type.Optional(nullable(Day)),
  end_date: Type.Optional(nullable(Day)),
  external_id: Type.Optional(ExternalIdDraft),
  time_zone: Type.Optional(nullable(Type.String({ maxLength: 64, description: "IANA name; null: the organisation's" }))),
})
export type CourseDraft = Static<typeof CourseDraft>
export const NewCourse = Type.Interface([CourseDraft], {
  instructor_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description: 'whom the course is made for, by who appoints in every course of the organisation; missing: its maker',
    }),
  ),
})
export type NewCourse = Static<typeof NewCourse>

export const Instructor = Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String(), role: CourseRole })
export type Instructor = Static<typeof Instructor>

/** A course in a list. */
export const CourseSummary = Type.Object({
  id: Type.String(),
  org_id: Type.String(),
  name: Type.String(),
  display_name: nullable(Type.String()),
  course_code: Type.String(),
  course_type: Type.Integer(),
  learning_mode: LearningMode,
  term_id: nullable(Type.String()),
  academic_year: nullable(Named),
  semester: nullable(Type.String()),
  department: nullable(Type.Object({ id: nullable(Type.String()), name: Type.String() })),
  grade: nullable(Named),
  klass: nullable(Named),
  subject_code: Type.String(),
  compulsory: Type.Boolean(),
  public_scope: PublicScope,
  /** Content and members only: the other places of the menu are put away, nothing is lost. */
  lite: Type.Boolean(),
  status: CourseStatus,
  imported_from: nullable(Type.String()),
  allow_clone: Type.Boolean(),
  /** Offered where courses of its organisation are made. */
  template: Type.Boolean(),
  cover_upload_id: nullable(Type.String()),
  /** Of the drawn cover, 0–47; null: by the course's id. */
  cover_pattern: nullable(Type.Integer()),
  start_date: nullable(Type.String()),
  end_date: nullable(Type.String()),
  course_attributes: Type.Object({
    published: Type.Boolean(),
    teaching_class_name: Type.String(),
    data: Type.Object({
      review_status: oneOf('unreviewed', 'reviewed'),
      course_importer_status: nullable(Type.Integer({ description: '0 running, 1 done, 2 failed' })),
    }),
  }),
  instructors: Type.Array(Instructor),
  created_at: Type.String(),
  updated_at: Type.String(),
  version: Type.Integer(),
})
export type CourseSummary = Static<typeof CourseSummary>

/** A match of the search. */
export const FoundCourse = Type.Interface([CourseSummary], {
  course_outline: Type.String(),
  /** My role there; null: I am no member. */
  role: nullable(CourseRole),
})
export type FoundCourse = Static<typeof FoundCourse>

export const Course = Type.Interface([CourseSummary], {
  course_outline: Type.String(),
  /** Members are shown by their classes. */
  class_distribution: Type.Boolean(),
  /** The IANA name of the zone its times are meant in; null: its organisation's. */
  time_zone: nullable(Type.String()),
  /** My role as it counts now, simulated or real; null for a manager who is no member. */
  role: nullable(CourseRole),
  simulating: nullable(Simulating),
  /** The caller's rights in the course, as simulated. */
  can: Type.Object({
    teach: Type.Boolean(),
    simulate: Type.Boolean(),
    manage: Type.Boolean({ description: 'reviews' }),
    change: Type.Boolean(),
    publish: Type.Boolean({ description: 'false too where its organisation does not require publishing and it is published' }),
    delete: Type.Boolean(),
    copy: Type.Boolean(),
    inspect: Type.Boolean(),
    appoint: Type.Boolean({ description: 'gives and takes roles above that of a student' }),
    group: Type.Boolean(),
    delete_content: Type.Boolean({ description: 'deletes and restores modules and activities' }),
    write: Type.Boolean({ description: 'changes modules, activities and the plan' }),
    enrol: Type.Boolean({ description: 'brings people in and takes them out' }),
    score: Type.Boolean({ description: 'writes scores and the rules of scoring' }),
    announce: Type.Boolean({ description: 'writes and deletes bulletins' }),
    files: Type.Boolean({ description: 'adds, changes and deletes files' }),
    attendance: Type.Boolean({ description: 'leads classes and notes attendance' }),
    times: Type.Boolean({ description: 'gives people times of their own' }),
  }),
})
export type Course = Static<typeof Course>

export const MyCourse = Type.Interface([CourseSummary], {
  role: CourseRole,
  joined_at: Type.String(),
  waiting: Type.Integer({ description: 'people who wait to join, for its instructors; 0 for all others' }),
})
export type MyCourse = Static<typeof MyCourse>

/** Every condition that is given must hold; a text is compared as a part of the value where a reader would type one. */
export const CourseConditions = Type.Object({
  keyword: Type.Optional(Text(100)),
  ids: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  course_type: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), { maxItems: 20 })),
  course_code: Type.Optional(Text(64)),
  term_id: Type.Optional(Id),
  academic_year: Type.Optional(Text()),
  semester: Type.Optional(Text(64)),
  department_id: Type.Optional(Id),
  department: Type.Optional(Text()),
  grade: Type.Optional(Text()),
  klass: Type.Optional(Text()),
  subject_code: Type.Optional(Text(64)),
  teaching_class_name: Type.Optional(Text()),
  instructor: Type.Optional(Text(100)),
  course_outline: Type.Optional(Type.String({ maxLength: 100, description: 'words of it' })),
  compulsory: Type.Optional(Type.Boolean()),
  allow_clone: Type.Optional(Type.Boolean()),
  published: Type.Optional(Type.Boolean()),
  learning_mode: Type.Optional(LearningMode),
  public_scope: Type.Optional(PublicScope),
  review_status: Type.Optional(oneOf('unreviewed', 'reviewed')),
  course_importer_status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  imported_from: Type.Optional(Text()),
  status: Type.Optional(CourseStatus),
  mine: Type.Optional(Type.Boolean({ description: 'true: of which I am a member' })),
  ...externalIdQuery,
})
export type CourseConditions = Static<typeof CourseConditions>
export const CourseSort = oneOf('-updated_at', 'updated_at', 'name', '-name', 'course_code', '-course_code', '-created_at', 'created_at')
export type CourseSort = Static<typeof CourseSort>

/** The person who changed a row's fields last. */
export const Changer = Type.Object({
  version: Type.Integer(),
  /** Null: its fields are as they were made. */
  changed_at: nullable(Type.String()),
  /** Null: nobody, or somebody whose account is gone. */
  changed_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
})
export type Changer = Static<typeof Changer>

export const courseCalls = calls({
  'POST /api/course': {
    summary: 'Make a course, for oneself or for others',
    may: 'course.create',
    body: NewCourse,
    reply: Course,
    status: 201,
    example: { name: 'Marine Biology II', course_code: 'MBIO 214' },
    errors: ['department.only'],
  },
  'GET /api/courses/:id': {
    summary: 'A course',
    may: 'viewCourse',
    at: 'courseRow',
    anonymous: true,
    params: ById,
    reply: Course,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/courses/:id/changer': {
    summary: 'Who changed the fields of a course last, and when',
    may: 'course.change',
    at: 'course',
    params: ById,
    reply: Changer,
  },
  'PUT /api/courses/:id': {
    summary: 'Change the fields that are given',
    may: 'course.change',
    at: 'course',
    params: ById,
    body: Type.Interface([changes(CourseDraft)], { version: Type.Optional(Version) }),
    reply: Course,
    errors: ['course.newer'],
  },
  'PUT /api/courses/:id/publish': {
    summary: 'Show the course to its students, or hide it; what stands in the way is in errors.published',
    may: 'course.publish',
    at: 'course',
    params: ById,
    body: Type.Object({ published: Type.Boolean() }),
    reply: Course,
  },
  'POST /api/courses': {
    summary:
      'Search courses: a manager all of the organisation, anybody else their own and those open to the organisation; unsorted, what fits a keyword best first, else the last changed',
    may: 'signedIn',
    query: pageQuery(),
    body: Type.Object({ conditions: Type.Optional(CourseConditions), sort: Type.Optional(CourseSort) }),
    reply: paged(FoundCourse),
  },
  'GET /api/my-courses': {
    summary: 'My courses with my role in each, the last joined first unless sorted; conditions: keyword, role, status, course_type',
    may: 'signedIn',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })), ...sorted('name', 'course_code') }),
    reply: paged(MyCourse),
  },
  'GET /internal-api/course-names': {
    summary: 'Names of courses of an organisation by id, deleted ones too; ids that are none are left out',
    may: 'internal',
    scope: 'none',
    query: Type.Object({ org: Id, ids: Type.Array(Id, { maxItems: 150 }) }),
    reply: Type.Object({ names: Type.Record(Type.String(), Type.String()) }),
  },
})
