// The calls of group sets and their groups.
import { ById, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

export const GroupName = Type.String({ minLength: 1, maxLength: 100 })
/** Students join and leave the groups by themselves. */
export const SignUp = Type.Object({
  seats: nullable(Type.Integer({ minimum: 1, maximum: 500, description: 'of each group; null: as many as want' })),
  until: nullable(Time),
})
export type SignUp = Static<typeof SignUp>

export const GroupSet = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  name: Type.String(),
  sort: Type.Integer(),
  /** null: who teaches puts the students into groups. */
  sign_up: nullable(SignUp),
  groups: Type.Integer(),
  /** Students in a group. */
  members: Type.Integer(),
  my_group: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  version: Type.Integer(),
})
export type GroupSet = Static<typeof GroupSet>

/** Somebody in a group, or in none. */
export const GroupPerson = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })
export type GroupPerson = Static<typeof GroupPerson>

export const Group = Type.Object({
  id: Type.String(),
  set_id: Type.String(),
  name: Type.String(),
  sort: Type.Integer(),
  leader_id: nullable(Type.String()),
  version: Type.Integer(),
})
export type Group = Static<typeof Group>
const PeopledGroup = Type.Interface([Group], { members: Type.Array(GroupPerson) })
export type PeopledGroup = Static<typeof PeopledGroup>

export const GroupBoard = Type.Interface([GroupSet], {
  open: Type.Boolean({ description: 'students may join and leave now' }),
  list: Type.Array(PeopledGroup),
  ungrouped: nullable(Type.Array(GroupPerson, { description: 'students in no group of the set; for who groups members alone' })),
})
export type GroupBoard = Static<typeof GroupBoard>

export const CountedGroup = Type.Interface([Group], {
  set_name: Type.String(),
  leader: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  members: Type.Integer(),
  mine: Type.Boolean(),
})
export type CountedGroup = Static<typeof CountedGroup>

/** A student with their groups; `group_name` and `is_leader` are of the set that the conditions name, else of the first one they are in. */
export const Student = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  avatar: Type.String(),
  email: nullable(Type.String({ description: 'for teachers only' })),
  group_name: nullable(Type.String()),
  is_leader: Type.Boolean(),
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      set_id: Type.String(),
      set_name: Type.String(),
      is_leader: Type.Boolean(),
    }),
  ),
})
export type Student = Static<typeof Student>

export const DeletedGroup = Type.Object({
  id: Type.String(),
  kind: oneOf('group_set', 'group'),
  name: Type.String(),
  /** Of a group. */
  set_name: nullable(Type.String()),
  deleted_at: Type.String(),
  deleted_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** From then on it cannot be restored. */
  purge_at: Type.String(),
})
export type DeletedGroup = Static<typeof DeletedGroup>

const conditions = Type.Optional(Type.String({ maxLength: 2000 }))
const Names = Type.Array(GroupName, { maxItems: 200 })
const deleting = Type.Object({ version: Type.Optional(Version) })

/** A list of what is in a course, for whoever may see it. */
const listOfCourse = {
  may: 'viewCourse',
  at: 'course',
  params: ById,
  query: pageQuery({ conditions }),
  errors: ['course.unpublished', 'simulation.visitor'],
} as const

export const groupCalls = calls({
  'GET /api/courses/:id/group-sets': {
    summary: 'The group sets of a course, in their order; conditions: keyword',
    reply: paged(GroupSet),
    ...listOfCourse,
  },
  'GET /api/courses/:id/groups': {
    summary: 'The groups of a course by set, with their numbers of people; conditions: keyword, set_id',
    reply: paged(CountedGroup),
    ...listOfCourse,
  },
  'GET /api/course/:id/students': {
    summary: 'The students of a course by name, with their groups; conditions: keyword, set_id, group_id, in_group (with set_id)',
    reply: paged(Student),
    ...listOfCourse,
  },
  'GET /api/group-sets/:id': {
    summary: 'A group set with its groups and the people in them',
    may: 'viewCourse',
    at: 'groupSet',
    params: ById,
    reply: GroupBoard,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'POST /api/courses/:id/group-sets': {
    summary: 'Make a group set, with groups of these names',
    may: 'members.group',
    at: 'course',
    params: ById,
    body: Type.Object({ name: GroupName, groups: Type.Optional(Names), sign_up: Type.Optional(nullable(SignUp)) }),
    reply: GroupSet,
    status: 201,
    errors: ['groupSet.tooMany'],
    example: { name: 'Lab teams', groups: ['Group 1', 'Group 2'], sign_up: { seats: 4, until: '2026-12-18T16:00:00Z' } },
  },
  'PUT /api/group-sets/:id': {
    summary: 'Rename a group set, or let students sign up',
    may: 'members.group',
    at: 'groupSet',
    params: ById,
    body: Type.Object({
      name: Type.Optional(GroupName),
      sign_up: Type.Optional(nullable(SignUp)),
      version: Type.Optional(Version),
    }),
    reply: GroupSet,
    errors: ['groupSet.newer'],
  },
  'DELETE /api/group-sets/:id': {
    summary: 'Delete a group set with its groups; it can be restored for 30 days',
    may: 'members.group',
    at: 'groupSet',
    params: ById,
    query: deleting,
    reply: Type.Null(),
    status: 204,
    errors: ['groupSet.newer'],
  },
  'PUT /api/group-sets/:id/restore': {
    summary: 'Restore a deleted group set as it was',
    may: 'members.group',
    at: 'deletedGroupSet',
    params: ById,
    reply: GroupSet,
    errors: ['groupSet.tooMany'],
  },
  'POST /api/group-sets/:id/copy': {
    summary: 'Copy a group set with its groups, and with who is in them and leads them',
    may: 'members.group',
    at: 'groupSet',
    params: ById,
    body: Type.Object({ name: GroupName, with_members: Type.Boolean() }),
    reply: GroupSet,
    status: 201,
    errors: ['groupSet.tooMany'],
    example: { name: 'Presentations', with_members: true },
  },
  'POST /api/group-sets/:id/groups': {
    summary: 'Add groups to a set',
    may: 'members.group',
    at: 'groupSet',
    params: ById,
    body: Type.Object({ names: Type.Array(GroupName, { minItems: 1, maxItems: 200 }) }),
    reply: Type.Object({ groups: Type.Array(Group) }),
    status: 201,
    errors: ['courseGroup.tooMany'],
    example: { names: ['Group 3'] },
  },
  'PUT /api/groups/:id': {
    summary: 'Rename a group, or name who leads it: one of its people, or nobody',
    may: 'members.group',
    at: 'courseGroup',
    params: ById,
    body: Type.Object({
      name: Type.Optional(GroupName),
      leader_id: Type.Optional(nullable(Id)),
      version: Type.Optional(Version),
    }),
    reply: Group,
    errors: ['courseGroup.newer'],
  },
  'DELETE /api/groups/:id': {
    summary: 'Delete a group: its people are in none; it can be restored for 30 days',
    may: 'members.group',
    at: 'courseGroup',
    params: ById,
    query: deleting,
    reply: Type.Null(),
    status: 204,
    errors: ['courseGroup.newer'],
  },
  'PUT /api/groups/:id/restore': {
    summary: 'Restore a deleted group with its people, but those who are in another group of the set by now',
    may: 'members.group',
    at: 'deletedCourseGroup',
    params: ById,
    reply: Group,
    errors: ['courseGroup.tooMany'],
  },
  'GET /api/courses/:id/deleted-groups': {
    summary: 'Group sets and groups deleted within 30 days, the last first',
    may: 'members.group',
    at: 'course',
    params: ById,
    query: pageQuery(),
    reply: paged(DeletedGroup),
  },
})
