// The calls of a course's menu, and of fields that are set for several courses at once.
import { calls } from '../call-table.ts'
import { ById, changes, Id, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { CourseDraft } from '../courses/api.ts'

export const NavKey = oneOf(
  'content',
  'outline',
  'enrollments',
  'groups',
  'score',
  'warning',
  'resource',
  'forum',
  'attendance',
  'settings',
)
export type NavKey = Static<typeof NavKey>
/** A line of the course menu. */
export const NavEntry = Type.Object({
  key: NavKey,
  visible: Type.Boolean({ description: 'to the caller' }),
  shown: Type.Boolean({ description: 'as it is stored, whoever asks' }),
  sort: Type.Integer(),
})
export type NavEntry = Static<typeof NavEntry>
const NavSetting = Type.Object({ nav_setting: Type.Array(NavEntry) })

export const StoredEntry = Type.Object({ key: NavKey, visible: Type.Boolean() })
export type StoredEntry = Static<typeof StoredEntry>

/** Fields that are set for several courses at once. */
export const SharedFields = changes(
  Type.Pick(CourseDraft, [
    'learning_mode',
    'term_id',
    'academic_year',
    'semester',
    'department',
    'grade',
    'compulsory',
    'public_scope',
    'allow_clone',
    'class_distribution',
    'start_date',
    'end_date',
    'time_zone',
  ]),
)
export type SharedFields = Static<typeof SharedFields>

export const settingCalls = calls({
  'GET /api/courses/:id/nav-setting': {
    summary: 'The course menu as it is stored, and as I see it',
    may: 'viewCourse',
    at: 'courseNav',
    anonymous: true,
    params: ById,
    reply: NavSetting,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'PUT /api/courses/:id/nav-setting': {
    summary: 'Order the course menu and put entries away; an entry that is put away still opens by its address',
    may: 'course.change',
    at: 'course',
    params: ById,
    body: Type.Object({
      nav_setting: Type.Array(StoredEntry, { minItems: 1, maxItems: 20 }),
      version: Type.Optional(Version),
    }),
    reply: NavSetting,
    errors: ['course.newer', 'course.menuKeeps'],
    example: {
      nav_setting: [
        { key: 'content', visible: true },
        { key: 'forum', visible: false },
      ],
    },
  },
  'PUT /api/courses/settings': {
    summary: 'Give several courses the same values; all of them change, or none',
    may: 'signedIn',
    body: Type.Interface([SharedFields], { course_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    reply: Type.Object({ changed: Type.Integer() }),
    errors: ['course.notFound'],
  },
})
